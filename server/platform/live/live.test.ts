import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { createServices } from '../../people-data/create-services.ts';
import { listSubscribers } from '../../people-data/sessions.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { defaultEvent } from '../../testing/default-event.ts';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { submitForm } from '../../testing/forms.ts';
import { scoreBody, signInJudge, signInReviewer } from '../../testing/judges.ts';
import { createTestTeam } from '../../testing/teams.ts';
import { Hub } from './hub.ts';
import { startListening } from './listener.ts';

let site: TestApp;
let here: string;
let elsewhere: string;
let apps: FastifyInstance[];
let listening: ReturnType<typeof startListening>[];
const streams: EventStream[] = [];

/** The program and a second instance on the same database, both receiving notifications. */
beforeAll(async () => {
  site = await createTestApp();
  const { db, config, log } = site.services;
  const second = await createServices({ db, config, log, event: defaultEvent });
  const instance = await buildApp(second, { dist: '' });
  listening = [site.services, second].map((one) => startListening(one, site.database.connection));
  await Promise.all(listening.map(({ ready }) => ready));
  apps = [site.app, instance];
  [here = '', elsewhere = ''] = await Promise.all(
    apps.map((app) => app.listen({ host: '127.0.0.1', port: 0 })),
  );
});
afterAll(async () => {
  // The client opens connections in advance that it never uses.
  for (const { server } of apps) server.closeAllConnections();
  await Promise.all(apps.map((app) => app.close()));
  await Promise.all(listening.map(({ stop }) => stop()));
  await site.close();
});
afterEach(() => {
  for (const one of streams.splice(0)) one.stop();
});

/** Waits until everything sent before has arrived. */
const quiet = () => sleep(300);

async function listen(who: TestActor, at = here, path = '/live'): Promise<EventStream> {
  await quiet();
  const one = await openEventStream(at, who, path);
  streams.push(one);
  return one;
}

test('signed out, there is nothing to subscribe to', async () => {
  expect((await listen(anonymous(site))).status).toBe(204);
});

test('the answer is an event stream that no proxy caches or buffers', async () => {
  const { status, headers } = await listen(await signUp(site));
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('the leader receives a request, and members a join, a leave and a removal, also at another instance', async () => {
  const { id, code, leader, members } = await createTestTeam(site, 2);
  const stranger = await createTestTeam(site, 1);
  const [leading, member, other] = [
    await listen(leader),
    await listen(members[1]!, elsewhere),
    await listen(stranger.leader),
  ];
  const sam = await signUp(site);
  const steps: (() => ReturnType<TestActor['call']>)[] = [
    () => sam.call('POST', '/teams/join-requests', { teamId: id }),
    () => sam.call('POST', '/teams/join', { inviteCode: code }),
    () => sam.call('DELETE', `/teams/${id}/leave`),
    async () => {
      const { inviteCode } = (await leader.call('GET', `/teams/${id}`)).json();
      return sam.call('POST', '/teams/join', { inviteCode });
    },
    () => leader.call('DELETE', `/teams/${id}/kick/${sam.id}`),
  ];
  for (const step of steps) {
    const before = [leading.heard.length, member.heard.length];
    expect((await step()).statusCode).toBeLessThan(300);
    await leading.next('team', before[0]);
    await member.next('team', before[1]);
    await quiet();
  }
  expect(new Set([...leading.heard, ...member.heard])).toEqual(new Set(['team']));
  expect(other.heard).toEqual([]);
});

test('a requester receives the answer, and from then on the events of the team', async () => {
  const { id, leader, members } = await createTestTeam(site, 2);
  const sam = await signUp(site);
  const { _id } = (await sam.call('POST', '/teams/join-requests', { teamId: id })).json();
  const page = await listen(sam, elsewhere);
  await leader.call('PUT', `/teams/join-requests/${_id}`, { action: 'approve' });
  await page.next('me');
  await page.next('team');
  const heard = page.heard.length;
  await members[1]!.call('DELETE', `/teams/${id}/leave`);
  await page.next('team', heard);
});

test('a removed member receives the removal, and nothing of the team after it', async () => {
  const { id, leader, members } = await createTestTeam(site, 3);
  const page = await listen(members[1]!);
  await leader.call('DELETE', `/teams/${id}/kick/${members[1]!.id}`);
  await page.next('me');
  await quiet();
  const heard = page.heard.length;
  await members[2]!.call('DELETE', `/teams/${id}/leave`);
  await quiet();
  expect(page.heard.length).toBe(heard);
});

test('organizers receive every application, hackers only their own', async () => {
  const [admin, ada, bob] = [await signUpAdmin(site), await signUp(site), await signUp(site)];
  const [office, own, other] = [await listen(admin, elsewhere), await listen(ada), await listen(bob)];
  expect((await submitForm(ada)).statusCode).toBe(201);
  await Promise.all([office.next('applications'), own.next('me')]);
  await quiet();
  expect([office.heard, own.heard, other.heard]).toEqual([['applications'], ['me'], []]);
});

test('organizers receive refused scans, volunteers only check-ins', async () => {
  const [admin, vera] = [await signUpAdmin(site), await signUp(site, { role: 'volunteer' })];
  const [office, station] = [await listen(admin, elsewhere), await listen(vera)];
  await vera.call('POST', '/check-ins/read', { userId: 'nobody' });
  await office.next('check-in-overview');
  await quiet();
  expect([office.heard, station.heard]).toEqual([['check-in-overview'], []]);
});

test('a person receives their check-in at the entrance and its undoing, and no meal', async () => {
  const [admin, ada, bob] = [await signUpAdmin(site), await signUp(site), await signUp(site)];
  for (const hacker of [ada, bob]) await createApplicant(site, hacker, { status: 'approved' });
  const [own, other] = [await listen(ada, elsewhere), await listen(bob)];
  const checkIn = (userId: string, checkpoint: string) =>
    admin.call('POST', '/applications/check-in', { userId, checkpoint });
  const { _id } = (await checkIn(ada.id, 'entrance')).json().data;
  await own.next('me');
  expect((await checkIn(ada.id, 'saturday-lunch')).statusCode).toBe(200);
  await quiet();
  expect(own.heard).toEqual(['me']);
  expect((await admin.call('DELETE', `/check-ins/${_id}`, { reason: 'Wrong person' })).statusCode).toBe(200);
  await own.next('me', 1);
  expect(other.heard).toEqual([]);
});

test('a reviewer receives scores, a judge the pause, organizers both, and each by their own session only', async () => {
  const [admin, ruth, rita, ada] = [
    await signUpAdmin(site),
    await signInJudge(site),
    await signInReviewer(site),
    await signUp(site),
  ];
  const paths = ['/live', '/judge/live', '/scores/live'];
  const heardBy = async (who: TestActor) => {
    const statuses = [];
    for (const path of paths) statuses.push((await listen(who, here, path)).status);
    return statuses;
  };
  expect(await heardBy(admin)).toEqual([200, 401, 401]);
  expect(await heardBy(ruth)).toEqual([204, 200, 401]);
  expect(await heardBy(rita)).toEqual([204, 401, 200]);
  const [office, phone, screen, hacker] = [
    await listen(admin, elsewhere),
    await listen(ruth, elsewhere, '/judge/live'),
    await listen(rita, elsewhere, '/scores/live'),
    await listen(ada),
  ];
  expect((await ruth.call('POST', '/scores', scoreBody())).statusCode).toBe(201);
  await Promise.all([office.next('judging'), screen.next('scores')]);
  await quiet();
  expect([office.heard, phone.heard, screen.heard, hacker.heard]).toEqual([['judging'], [], ['scores'], []]);
  await admin.call('PUT', '/judging/pause', { paused: true });
  await Promise.all([office.next('judging', 1), phone.next('judging')]);
  await quiet();
  expect([phone.heard, screen.heard, hacker.heard]).toEqual([['judging'], ['scores'], []]);
  await admin.call('PUT', '/judging/pause', { paused: false });
});

test('a refused call sends no event', async () => {
  const { leader, code } = await createTestTeam(site, 2, { maxMembers: 2 });
  const page = await listen(leader);
  expect((await (await signUp(site)).call('POST', '/teams/join', { inviteCode: code })).statusCode).toBe(409);
  await quiet();
  expect(page.heard).toEqual([]);
});

test('the stream of somebody who has signed out ends with the next event about them', async () => {
  const { id, leader } = await createTestTeam(site, 1);
  const page = await listen(leader);
  await site.services.db.deleteFrom('sessions').where('user_id', '=', leader.id).execute();
  await (await signUp(site)).call('POST', '/teams/join-requests', { teamId: id });
  await page.next('team');
  await sql`select pg_notify('overnight_live', ${`user:${leader.id}`})`.execute(site.services.db);
  await page.ended;
  expect(page.heard).toEqual(['team']);
});

test('of 9 streams of one hacker and of 33 of one volunteer the first is ended', async () => {
  for (const [person, max] of [
    [await signUp(site), 8],
    [await signUp(site, { role: 'volunteer' }), 32],
  ] as const) {
    const first = await listen(person);
    const others: EventStream[] = [];
    for (let more = 1; more <= max; more += 1) others.push(await openEventStream(here, person));
    streams.push(...others);
    await first.ended;
  }
});

test('when the database ends the connection, pages are told to refresh and receive events again', async () => {
  const { leader, code } = await createTestTeam(site, 1);
  const page = await listen(leader);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'overnight live' and datname = current_database()`.execute(site.services.db);
  await page.next('again');
  await (await signUp(site)).call('POST', '/teams/join', { inviteCode: code });
  await page.next('team');
});

test('a program that closes does not wait for open streams', async () => {
  const brief = await createTestApp();
  const origin = await brief.app.listen({ host: '127.0.0.1', port: 0 });
  const page = await openEventStream(origin, await signUp(brief));
  await brief.close();
  await page.ended;
});

test('beyond the limit of streams a page gets a 503 with Retry-After, and calls go on', async () => {
  const live = new Hub((sessions) => listSubscribers(site.services, sessions), 2);
  const warnings: string[] = [];
  const log = {
    ...site.services.log,
    warn: (_fields: unknown, text?: string) => warnings.push(String(text)),
  };
  const small = await buildApp({ ...site.services, live, log }, { dist: '' });
  const at = await small.listen({ host: '127.0.0.1', port: 0 });
  const ada = await signUp(site);
  for (let open = 0; open < 2; open += 1) expect((await listen(ada, at)).status).toBe(200);
  for (let refused = 0; refused < 2; refused += 1) {
    const { status, headers } = await listen(ada, at);
    expect([status, headers.get('retry-after')]).toEqual([503, '30']);
  }
  expect(warnings).toEqual(['Live streams are full: further pages poll']);
  expect((await fetch(`${at}/healthz`)).status).toBe(200);
  small.server.closeAllConnections();
  await small.close();
});

test('a team sees on every instance where its members write, until they leave the field; others do not', async () => {
  const { leader, members } = await createTestTeam(site, 2);
  const [, member] = members as [TestActor, TestActor];
  const stream = await listen(member, elsewhere);
  const editors = async (who: TestActor, at = 0) => {
    const cookie = who.cookie;
    const answer = await apps[at]!.inject({ url: '/api/projects/mine', headers: { cookie } });
    return answer.json().editors;
  };
  const mark = (field: string | null) => leader.call('PUT', '/projects/mine/editing', { field });
  expect((await mark('nothing')).statusCode).toBe(400);
  await mark('tagline');
  await stream.next('team');
  for (const at of [0, 1])
    expect(await editors(member, at)).toEqual([{ name: leader.name, field: 'tagline' }]);
  expect(await editors(leader)).toEqual([]);
  expect(await editors(await signUp(site))).toEqual([]);
  await mark('title');
  await quiet();
  expect(await editors(member, 1)).toEqual([{ name: leader.name, field: 'title' }]);
  await mark(null);
  await quiet();
  expect(await editors(member, 1)).toEqual([]);
});
