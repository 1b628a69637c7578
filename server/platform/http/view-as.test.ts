import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { endpoints } from '../../testing/calls.ts';
import { takeChanges, watchTables } from '../../testing/changes.ts';
import { createTestTeam, type TestTeam } from '../../testing/teams.ts';

let site: TestApp;
let grace: TestActor;
let team: TestTeam;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
  team = await createTestTeam(site, 2);
  for (const actor of team.members) await createApplicant(site, actor, { status: 'approved' });
  const asking = await signUp(site);
  await asking.call('POST', '/teams/join-requests', { teamId: team.id, message: 'Only for the leader' });
});
afterAll(() => site.close());

const call = (as: TestActor, method: 'GET', path: string, viewed: string) =>
  site.app.inject({ method, url: `/api${path}`, headers: { cookie: as.cookie, 'x-view-as': viewed } });

test('an organizer sees what the person sees, without their pass, their codes and their messages; the log says so once', async () => {
  const [leader] = team.members;
  const viewed = (path: string) => call(grace, 'GET', path, leader!.id);
  expect((await leader!.call('GET', '/auth/user')).json().user.qrCode).toBeTruthy();
  expect((await viewed('/auth/user')).json().user).toMatchObject({ _id: leader!.id, qrCode: null });
  expect((await viewed('/applications/me')).json().data.user._id).toBe(leader!.id);
  const shown = await viewed(`/teams/${team.id}`);
  expect(shown.json().can.decide).toBe(true);
  expect(shown.body).not.toContain(team.code);
  expect((await viewed('/teams/join-requests')).json()).toMatchObject([{ message: '' }]);
  const entries = () =>
    site.services.db.selectFrom('audit').where('action', '=', 'dashboard.viewed').selectAll().execute();
  await vi.waitFor(async () =>
    expect(await entries()).toMatchObject([{ actor_id: grace.id, subject: leader!.id }]),
  );
});

test('nothing but the calls of the dashboard is made as somebody else, and only by organizers', async () => {
  const person = team.members[1]!;
  await watchTables(site);
  for (const { method, path, viewable, access } of endpoints) {
    if (viewable) expect(method).toBe('GET');
    if (access === 'open' || access === 'judge' || access === 'reviewer') continue;
    const url = `/api${path.replace(/:\w+/g, team.id)}`;
    const headers = { cookie: grace.cookie, 'x-view-as': person.id };
    const { body } = await site.app.inject({ method, url, headers });
    if (!viewable) expect([path, body]).toEqual([path, expect.stringContaining('view_only')]);
    else expect([path, body]).not.toEqual([path, expect.stringContaining('view_only')]);
  }
  expect(await takeChanges(site)).toEqual([]);
  const lead = await signUp(site, { role: 'application-reviewer' });
  for (const as of [person, lead])
    expect((await call(as, 'GET', '/applications/me', team.leader.id)).statusCode).toBe(403);
  // Organizers and people without an application have no such dashboard.
  for (const id of [grace.id, 'x', lead.id])
    expect((await call(grace, 'GET', '/applications/me', id)).statusCode).toBe(404);
});

test('nobody is viewed while review is blind', async () => {
  await grace.call('PUT', '/reviews/blind', { blind: true });
  expect((await call(grace, 'GET', '/auth/user', team.leader.id)).json().code).toBe('export_blind');
});
