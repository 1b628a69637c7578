import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApplicant } from '../server/testing/applicants.ts';
import { unzip } from '../server/testing/zip.ts';
import { findMailTo } from './outbox.ts';
import { type SitePerson, useSite } from './site.ts';

const site = useSite();

interface Team {
  _id: string;
  inviteCode: string;
}

async function hacker(name: string): Promise<SitePerson> {
  const person = await site.person({ name });
  await createApplicant({ services: { db: site.db } }, person);
  return person;
}

const teamOf = async (leader: SitePerson, { _id }: Team) =>
  (await (await leader.call('GET', `/teams/${_id}`)).json()) as Team;

/** The exports of a site with teams, judges and scores, as a reviewer gets them. */
async function exported(): Promise<string[]> {
  const roster = await site.command('seed', '--applicants', '40');
  const password = /^results\t(.+)\treviewer$/m.exec(roster)?.[1];
  const unlocked = await fetch(`${site.url}/api/score-review/unlock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  expect(unlocked.status).toBe(200);
  const cookie = unlocked.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const calls = ['/scores', '/scores/teams', '/scores/export.csv', '/scores/export.json'];
  return Promise.all(
    calls.map(async (address) => {
      const answer = await fetch(`${site.url}/api${address}`, { headers: { cookie } });
      expect(answer.status).toBe(200);
      return answer.text();
    }),
  );
}

/** Everything but the teams' own rows: what is written about people, actions and emails. */
async function written(): Promise<string[]> {
  const rows = await Promise.all(
    ['audit', 'mails', 'join_requests', 'users', 'applications', 'check_ins', 'profiles'].map((table) =>
      sql<{ row: string }>`select to_jsonb(each)::text as row from ${sql.table(table)} as each`.execute(
        site.db,
      ),
    ),
  );
  return rows.flatMap(({ rows: found }) => found.map(({ row }) => row));
}

test('an invite code reaches its leader and nobody else: no answer, log, email, audit entry or export holds it', async () => {
  const exports = await exported();
  const organizer = await site.person({ name: 'Grace Hopper', role: 'admin' });
  const [lea, mia, sam, zoe] = (await Promise.all(
    ['Lea Leader', 'Mia Member', 'Sam Stranger', 'Zoe Zealous'].map(hacker),
  )) as [SitePerson, SitePerson, SitePerson, SitePerson];
  const answers: string[] = [];
  /** What somebody other than the leader receives. */
  const ask = async (who: SitePerson, ...request: Parameters<SitePerson['call']>) => {
    const answer = await who.call(...request);
    const text = await answer.text();
    answers.push(text, JSON.stringify([...answer.headers]));
    return { status: answer.status, text };
  };

  const team = (await (await lea.call('POST', '/teams', { name: 'Night Owls' })).json()) as Team;
  const codes = [team.inviteCode];
  const inviteCode = team.inviteCode;
  expect(inviteCode).toMatch(/^[0-9A-Z]{6}$/);
  // Asked for with the code in every wrong way, and in the right one.
  for (const wrong of [
    { inviteCode: [inviteCode] },
    { inviteCode, more: 1 },
    `{"inviteCode":"${inviteCode}"`,
  ])
    expect((await ask(mia, 'POST', '/teams/join', wrong)).status).toBe(400);
  await ask(mia, 'GET', `/teams/search?query=${inviteCode}`);
  await ask(organizer, 'POST', '/teams/join', { inviteCode });
  expect((await ask(mia, 'POST', '/teams/join', { inviteCode })).status).toBe(200);
  expect((await ask(mia, 'POST', '/teams/join', { inviteCode })).status).toBe(409);
  const made = await ask(sam, 'POST', '/teams/join-requests', { teamId: team._id, message: 'Me too' });
  const decided = await lea.call('PUT', `/teams/join-requests/${JSON.parse(made.text)._id}`, {
    action: 'approve',
  });
  expect(decided.status).toBe(200);
  // Who is removed asks to leave as well: a clear answer, and another code.
  expect((await lea.call('DELETE', `/teams/${team._id}/kick/${sam.id}`)).status).toBe(200);
  const left = await ask(sam, 'DELETE', `/teams/${team._id}/leave`);
  expect([left.status, JSON.parse(left.text).message]).toEqual([403, 'You are no longer in this team.']);
  codes.push((await teamOf(lea, team)).inviteCode);
  expect(codes[1]).not.toBe(codes[0]);

  for (const who of [mia, sam, zoe, organizer])
    for (const address of [
      `/teams/${team._id}`,
      '/teams/search?query=Night',
      '/teams/my-requests',
      '/teams/join-requests',
      '/auth/user',
      '/applications',
      '/applications?q=lea',
    ])
      await ask(who, 'GET', address);
  const found = await organizer.call('POST', '/search/vector-only', {
    query: `owls ${codes[1]}`,
    filters: {},
  });
  // The answer repeats the organizer's own question; what was found for it must not hold the code.
  answers.push(JSON.stringify(((await found.json()) as { results: unknown[] }).results));
  // The one who leads on is told so, without the code.
  expect((await lea.call('DELETE', `/teams/${team._id}/leave`)).status).toBe(200);
  expect((await teamOf(mia, team)).inviteCode).toBe(codes[1]);
  await findMailTo(site.dataDir, mia.email, /lead/i);
  for (const who of [lea, sam]) {
    const zip = Buffer.from(await (await who.call('GET', '/users/me/export')).arrayBuffer());
    for (const content of unzip(zip).values()) exports.push(content.toString('latin1'));
  }

  const outbox = path.join(site.dataDir, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'latin1')));
  const places = { answers, exports, mails, rows: await written(), log: [site.program.output()] };
  for (const [place, texts] of Object.entries(places)) {
    expect([place, texts.length > 0]).toEqual([place, true]);
    for (const code of codes) {
      const holding = texts.filter((text) => text.includes(code));
      expect([place, holding]).toEqual([place, []]);
    }
  }
});
