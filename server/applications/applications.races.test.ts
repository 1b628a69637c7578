import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../contract/applications.ts';
import { keptFolder } from '../files/store.ts';
import { type Actor, organiser, person } from '../testing/actors.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { applied } from '../testing/applicants.ts';
import { attendee } from '../testing/attendees.ts';
import { apply, sendDeck } from '../testing/forms.ts';
import { slowed } from '../testing/locks.ts';
import { teamOf } from '../testing/teams.ts';

let site: TestApp;
let admins: Actor[];

beforeAll(async () => {
  site = await testApp();
  admins = await Promise.all(Array.from({ length: 10 }, () => organiser(site)));
});
afterEach(() => {
  site.services.db = site.database.db;
});
afterAll(() => site.close());

const rounds = 20;
const atOnce = 4;

/** How many of the rounds break a rule, with the locks as they are; and whether any does (the control) without them. */
async function broken(round: () => Promise<boolean>, table?: string) {
  const play = async (locking: boolean) => {
    site.services.db = slowed(site.database.db, { pause: 15, table, locking });
    let count = 0;
    for (let played = 0; played < rounds && (locking || count === 0); played += atOnce) {
      const results = await Promise.all(Array.from({ length: atOnce }, round));
      count += results.filter(Boolean).length;
    }
    return count;
  };
  return { locked: await play(true), unlocked: (await play(false)) > 0 };
}

const safe = { locked: 0, unlocked: true };

async function applicant(status: 'pending' | 'approved' = 'pending') {
  const actor = await attendee(site, { status });
  const { id } = await site.services.db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return { actor, id };
}

const tracksOfLargeTeams = () =>
  site.services.db
    .selectFrom('team_members')
    .innerJoin('applications', 'applications.user_id', 'team_members.user_id')
    .where('applications.track', '=', 'Clozyt Track')
    .where('team_id', 'in', (teams) =>
      teams
        .selectFrom('team_members as all')
        .select('all.team_id')
        .groupBy('all.team_id')
        .having((of) => of.fn.countAll(), '>', 2),
    )
    .select('team_members.team_id')
    .execute();

test.each([{}, { teamPreference: 'createTeam', teamName: 'Owls' }])(
  'one form sent twenty times at once is one application (%o)',
  async (fields) => {
    for (let round = 0; round < 5; round += 1) {
      const ada = await person(site);
      const answers = await Promise.all(Array.from({ length: 20 }, () => apply(ada, fields)));
      const codes = answers.map((answer) => answer.json().code ?? answer.statusCode).sort();
      expect(codes).toEqual([201, ...Array(19).fill('already_applied')]);
    }
    const { dataDir } = site.services.config;
    const owned = await site.services.db.selectFrom('files').select('storage_key').execute();
    expect((await readdir(keptFolder(dataDir))).sort()).toEqual(owned.map((row) => row.storage_key).sort());
  },
);

test('nobody is checked in and rejected', async () => {
  const [grace, station] = admins as [Actor, Actor];
  let turn = 0;
  const rule = async () => {
    turn += 1;
    const { actor, id } = await applicant('approved');
    const answers = await Promise.all([
      grace.call('PUT', `/applications/${id}`, { status: 'rejected' }),
      // At every moment of the decision once.
      wait(3 * (turn % rounds)).then(() =>
        station.call('POST', '/applications/check-in', { userId: actor.id }),
      ),
    ]);
    const won = answers.filter((answer) => answer.statusCode === 200).length;
    expect(answers.every((answer) => [200, 409].includes(answer.statusCode))).toBe(true);
    return won !== 1;
  };
  expect(await broken(rule, 'check_ins')).toEqual(safe);
});

test('ten organisers decide at once: each change starts from the one before, and is mailed once', async () => {
  const rule = async () => {
    const { actor, id } = await applicant();
    const decisions = await Promise.all(
      admins.map((admin, index) =>
        admin.call('PUT', `/applications/${id}`, { status: index % 2 ? 'approved' : 'rejected' }),
      ),
    );
    expect(decisions.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
    const { db } = site.services;
    const acts = await db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('subject', '=', id)
      .orderBy('id')
      .execute();
    const mails = await db.selectFrom('mails').select('id').where('user_id', '=', actor.id).execute();
    const chained = acts.every(({ detail }, index) => {
      const before = index === 0 ? 'pending' : acts[index - 1]?.action.replace('application.', '');
      return detail.from === before;
    });
    return !chained || mails.length !== acts.length;
  };
  expect(await broken(rule)).toEqual(safe);
});

test('the track never changes after the review', async () => {
  const [grace] = admins as [Actor];
  const rule = async () => {
    const { actor, id } = await applicant();
    const [change, review] = await Promise.all([
      actor.call('PUT', '/applications/track', { track: 'Clozyt Track' }),
      grace.call('PUT', `/applications/${id}`, { status: 'approved' }),
    ]);
    expect([200, 409]).toContain(change.statusCode);
    const after = (await actor.call('GET', '/applications/me')).json().data as Application;
    return after.track !== review.json<Application>().track;
  };
  expect(await broken(rule)).toEqual(safe);
});

test('whoever is on the Startup Track has a deck that can be read', async () => {
  const ada = await person(site);
  await apply(ada);
  site.services.db = slowed(site.database.db, { pause: 15 });
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all([
      sendDeck(ada),
      ada.call('PUT', '/applications/track', { track: round % 2 ? 'Startup Track' : 'Hacker Track' }),
      sendDeck(ada),
    ]);
    expect(answers.every((answer) => [200, 400].includes(answer.statusCode))).toBe(true);
    const { data } = (await ada.call('GET', '/applications/me')).json();
    expect((await ada.call('GET', data.pitchDeckUrl)).statusCode).toBe(200);
  }
  const decks = await site.services.db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', ada.id)
    .where('kind', '=', 'pitchDeck')
    .execute();
  expect(decks).toHaveLength(1);
});

test('a team with somebody on the Clozyt Track never grows beyond two: joining against applying', async () => {
  const rule = async () => {
    const { id, code } = await teamOf(site, 2);
    const ada = await person(site);
    const answers = await Promise.all([
      apply(ada, { track: 'Clozyt Track' }),
      ada.call('POST', '/teams/join', { inviteCode: code }),
    ]);
    expect(answers.every((answer) => [200, 201, 409].includes(answer.statusCode))).toBe(true);
    return (await tracksOfLargeTeams()).some((row) => row.team_id === id);
  };
  expect(await broken(rule)).toEqual(safe);
});

test('a team with somebody on the Clozyt Track never grows beyond two: joining against two changes of track', async () => {
  const rule = async () => {
    const { id, code, members } = await teamOf(site, 2);
    for (const member of members) await applied(site, member, { status: 'pending' });
    const joiner = await person(site);
    const answers = await Promise.all([
      joiner.call('POST', '/teams/join', { inviteCode: code }),
      ...members.map((member) => member.call('PUT', '/applications/track', { track: 'Clozyt Track' })),
    ]);
    expect(answers.every((answer) => [200, 409].includes(answer.statusCode))).toBe(true);
    return (await tracksOfLargeTeams()).some((row) => row.team_id === id);
  };
  expect(await broken(rule)).toEqual(safe);
});
