import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readResume } from '../../apply/search/resumes.service.ts';
import { checkEvent } from '../../event/event-document.ts';
import { deleteStoredFiles } from '../../platform/files/files.service.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { findCardId, invite } from '../../testing/directory.ts';
import { sendDeck, sendPicture, submitForm } from '../../testing/forms.ts';
import { Killing } from '../../testing/killing.ts';
import { createPdf } from '../../testing/pdf.ts';
import { createTestPicture } from '../../testing/pictures.ts';
import { setDeadline, submitTestProject } from '../../testing/projects.ts';
import { listStoredKeys } from '../../testing/stored-files.ts';
import { expectInvariants } from '../../testing/teams.ts';
import { applyRetention, describeRetention } from './retention.service.ts';

const day = 24 * 3_600_000;
let site: TestApp;
let grace: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterEach(() => site.close());

async function applicant(fields: Record<string, string> = {}) {
  const actor = await signUp(site);
  const answer = await submitForm(actor, fields, { resume: createPdf({ text: ['Python and Fortran'] }) });
  expect(answer.statusCode).toBe(201);
  await readResume(site.services, { userId: actor.id });
  return { actor, id: answer.json().data._id as string };
}

/** Runs the queued deletions of stored files, whenever they are due. */
async function deleteQueuedFiles(): Promise<void> {
  const { rows } = await site.database.pool.query(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'delete-files'`,
  );
  for (const { payload } of rows) await deleteStoredFiles(site.services, payload);
}
const stored = () => listStoredKeys(site.services.config.dataDir);
const countRows = async (
  table: 'users' | 'applications' | 'teams' | 'files' | 'mails' | 'check_ins' | 'team_cards' | 'team_invites',
) =>
  (
    await site.services.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
const counts = async () =>
  Object.fromEntries(
    (await site.services.db.selectFrom('retained_counts').selectAll().execute()).map(
      ({ what, value, count }) => [`${what} ${value}`, count],
    ),
  );

test('documents go after their days, with their files and what was read from them; the application stays', async () => {
  const { actor, id } = await applicant();
  await sendDeck(actor);
  const { actor: away } = await applicant();
  await away.call('POST', '/applications/withdraw');
  site.advance(89 * day);
  await applyRetention(site.services);
  expect([await countRows('files'), (await stored()).length]).toEqual([3, 3]);

  site.advance(2 * day);
  const { actor: late } = await applicant();
  await site.services.db
    .updateTable('files')
    .set({ created_at: site.services.now() })
    .where('owner_id', '=', late.id)
    .execute();
  const info = vi.fn();
  await applyRetention({ ...site.services, log: { ...site.services.log, info } });
  expect(info).toHaveBeenCalledWith(expect.objectContaining({ documents: 3 }), expect.any(String));
  await deleteQueuedFiles();
  expect([await countRows('files'), (await stored()).length]).toEqual([1, 1]);
  const profile = await site.services.db
    .selectFrom('profiles')
    .select(['resume', 'resume_text as text', 'links'])
    .where('application_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(profile).toEqual({ resume: 'unavailable', text: '', links: [] });
  // Sessions are over by now.
  const admin = await signUpAdmin(site);
  const shown = (await admin.call('GET', `/applications/${id}`)).json();
  expect(shown).toMatchObject({ track: 'Startup Track', resumeUrl: null, pitchDeckUrl: null });
  await expectInvariants(site);
  info.mockClear();
  await applyRetention({ ...site.services, log: { ...site.services.log, info } });
  expect(info).not.toHaveBeenCalled();
});

/** A small event: three applicants, one of them in a team with somebody, a check-in, a reason, a table and a score's name. */
async function fillEvent(): Promise<void> {
  const people = [await applicant(), await applicant(), await applicant()];
  await people[0]!.actor.call('POST', '/teams', { name: 'Night Owls' });
  for (const { id } of people.slice(0, 2))
    await grace.call('PUT', `/applications/${id}`, { status: 'approved' });
  const card = people[1]!.actor;
  await card.call('PUT', '/teams/card', { skills: 'Python and Fortran', about: '' });
  await invite(people[0]!.actor, card, await findCardId(site, card));
  const { data } = (
    await grace.call('POST', '/applications/check-in', { userId: people[0]!.actor.id })
  ).json();
  await grace.call('POST', '/applications/check-in', { userId: people[1]!.actor.id });
  await grace.call('DELETE', `/check-ins/${data._id}`, { reason: 'mistaken for somebody' });
  await grace.call('POST', '/judging/tables');
  await people[2]!.actor.call('POST', '/applications/withdraw');
  await signUp(site);
}
const expectedCounts = {
  'status approved': 2,
  'track Hacker Track': 2,
  't-shirt M': 2,
  'check-in entrance': 1,
  'team all': 1,
};

test('participants go after their days, and anonymous counts stay', async () => {
  await fillEvent();
  site.advance(364 * day);
  await applyRetention(site.services);
  expect([await countRows('users'), await countRows('applications'), await counts()]).toEqual([5, 2, {}]);
  expect((await describeRetention(site.services)).join()).toMatch(/0 due\)\.$/);
  site.advance(2 * day);
  expect((await describeRetention(site.services)).join()).toMatch(/4 due\)\.$/);
  await applyRetention(site.services);
  expect(await counts()).toEqual(expectedCounts);
  const left = await site.services.db.selectFrom('users').select('id').execute();
  expect(left).toEqual([{ id: grace.id }]);
  for (const table of ['applications', 'teams', 'files', 'check_ins', 'team_cards', 'team_invites'] as const)
    expect(await countRows(table)).toBe(0);
  const reasons = await site.services.db.selectFrom('audit').select('detail').execute();
  expect(JSON.stringify(reasons)).not.toContain('mistaken');
  const tables = await site.services.db.selectFrom('demo_tables').select(['number', 'name']).execute();
  expect(tables.length).toBeGreaterThan(0);
  expect(tables.every(({ number, name }) => name === `Table ${number}`)).toBe(true);
  await deleteQueuedFiles();
  expect(await stored()).toEqual([]);
  await expectInvariants(site);
  await applyRetention(site.services);
  expect(await counts()).toEqual(expectedCounts);
  expect((await describeRetention(site.services)).join()).toContain('status approved 2');
});

test('with participants, their approved names and addresses go from what staff wrote and age does not delete', async () => {
  const there = await signUp(site, { name: 'Zoë Quill' });
  await createApplicant(site, there);
  const inTeam = await signUp(site, { name: 'Ana Marsh' });
  await createApplicant(site, inTeam);
  const { pool } = site.database;
  await inTeam.call('POST', '/teams', { name: 'Night Owls' });
  const words = `Zoë Quill, ${there.email} and Ana Marsh`;
  for (const search of ['', `?${new URLSearchParams({ q: words })}`, `?q=${encodeURIComponent(words)}`])
    await grace.call('PUT', '/applications/views', { name: `Like Zoë Quill ${search.length}`, search });
  const { sections } = (await grace.call('GET', '/settings')).json();
  const { version, values } = sections.find(({ section }: { section: string }) => section === 'public');
  const faq = [{ question: 'Who?', answer: words }];
  const saved = await grace.call('PUT', '/settings/public', { version, values: { ...values, faq } });
  expect(saved.statusCode, saved.body).toBe(200);
  await pool.query(
    `insert into resume_links (name, token_hash, filters, created_at, expires_at)
      values ($1, 'x', jsonb_build_object('q', $1::text), now(), now())`,
    [words],
  );
  await pool.query(
    `insert into result_decisions (group_key, decision, revision, decided_at)
        values ('overall', jsonb_build_object('reason', $1::text), 1, now())`,
    [words],
  );
  await pool.query(
    `insert into audit (action, subject, detail) values ('x', 'x', jsonb_build_object('name', $1::text))`,
    [words],
  );
  // Somebody who stays, in the team of somebody who goes.
  site.advance(366 * day);
  const young = await signUp(site, { name: 'Noor Young' });
  await pool.query(`insert into team_members (user_id, team_id, slot) select $1, id, 2 from teams`, [
    young.id,
  ]);
  await pool.query(`update users set created_at = $1 where id = $2`, [site.services.now(), young.id]);
  await applyRetention(site.services);
  expect(await countRows('users')).toBe(2);
  const { rows } = await pool.query(
    `select value::text as stored from settings union all select document::text from events
      union all select r::text from resume_links r union all select d::text from result_decisions d
      union all select detail::text from audit union all select c::text from event_changes c`,
  );
  const stored = rows.map((row) => decodeURIComponent(row.stored.replaceAll('+', ' '))).join('\n');
  expect(stored).toContain('a deleted account, a deleted account and a deleted account');
  for (const word of ['Quill', 'Marsh', there.email]) expect(stored).not.toContain(word);
});

test('rows that expire go in pieces, all of them', async () => {
  const { pool } = site.database;
  await pool.query(
    `insert into mails (recipient, subject, text, html, sent_at)
      select 'a@b.example', 's', 't', 'h', now() - interval '91 days' from generate_series(1, 2500)`,
  );
  await pool.query(
    `insert into announcements (key, subject, text, segment, email, about_place, created_at)
      select gen_random_uuid(), 's', 't', '{}', false, false, now() - interval '91 days' from generate_series(1, 12)`,
  );
  await pool.query(
    `insert into announcement_receivers (announcement_id, user_id, state) select id, $1, 'none' from announcements`,
    [grace.id],
  );
  await applyRetention(site.services);
  expect(await countRows('mails')).toBe(0);
  expect((await grace.call('GET', '/announcements')).json()).toEqual([]);
});

test('a job that is killed at any statement loses nothing and counts nothing twice', async () => {
  await fillEvent();
  site.advance(366 * day);
  const run = (statements: number) => {
    const db = site.services.db.withPlugin(new Killing(statements)) as Services['db'];
    return applyRetention({ ...site.services, db }).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed');
        return false;
      },
    );
  };
  let statements = 0;
  while (!(await run(statements))) {
    statements += 1;
    await expectInvariants(site);
  }
  expect(statements).toBeGreaterThan(10);
  expect(await counts()).toEqual(expectedCounts);
  expect(await countRows('users')).toBe(1);
});

test('keeps people under the age limit, and their teams', async () => {
  const { actor: old } = await applicant();
  const { inviteCode, _id: team } = (await old.call('POST', '/teams', { name: 'Owls' })).json();
  const { actor: young } = await applicant();
  await young.call('POST', '/teams/join', { inviteCode });
  site.advance(366 * day);
  await site.services.db
    .updateTable('users')
    .set({ created_at: site.services.now() })
    .where('id', '=', young.id)
    .execute();
  const { actor: back, id: again } = await applicant();
  await site.services.db
    .updateTable('applications')
    .set({ created_at: site.services.now() })
    .where('id', '=', again)
    .execute();
  const listener = await site.database.pool.connect();
  const topics: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => topics.push(payload));
  await listener.query('listen overnight_live');
  await applyRetention(site.services);
  await expect.poll(() => topics).toContain('applications');
  listener.release(true);
  const row = await site.services.db
    .selectFrom('teams')
    .select('creator_id')
    .where('id', '=', team)
    .executeTakeFirst();
  expect(row).toEqual({ creator_id: young.id });
  const left = await site.services.db.selectFrom('users').where('role', '=', 'hacker').select('id').execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual([young.id, back.id].toSorted());
  await expectInvariants(site);
});

test('emails go after their days since they were sent', async () => {
  const { db } = site.services;
  for (const sentDaysAgo of [91, 89, undefined]) {
    const id = await queueMail(db, {
      to: 'a@b.example',
      userId: grace.id,
      subject: 's',
      text: 't',
      html: 'h',
    });
    if (sentDaysAgo)
      await db
        .updateTable('mails')
        .set({ sent_at: new Date(Date.now() - sentDaysAgo * day) })
        .where('id', '=', id)
        .execute();
  }
  await applyRetention(site.services);
  expect(await countRows('mails')).toBe(2);
});

test('before the event is over by so many days nothing is deleted', async () => {
  site.services.event = {
    ...site.services.event,
    dates: { start: '2999-01-01', end: '2999-01-02', label: '' },
  };
  await fillEvent();
  site.advance(2000 * day);
  await applyRetention(site.services);
  expect([await countRows('files'), await countRows('applications')]).toEqual([3, 2]);
});

test.each([
  [{ documentDays: 0 }, 'retention: documentDays is less than 1 day'],
  [{ applicationDays: 1.5 }, 'retention: applicationDays is not a number of days'],
  [
    { documentDays: 400 },
    'retention: documentDays must not be longer than applications are kept (applicationDays)',
  ],
  [{ files: 90 }, 'retention: has unknown keys: files'],
])('the event says what is wrong with %j', (retention, sentence) => {
  expect(() => checkEvent({ ...defaultDocument, retention })).toThrow(sentence);
  expect(checkEvent({ ...defaultDocument, retention: undefined }).retention).toEqual({
    documentDays: 90,
    applicationDays: 365,
    emailDays: 90,
  });
});

test('a project goes with its pictures when nobody is left who wrote it, not before', async () => {
  const actor = await signUp(site);
  await createApplicant(site, actor);
  setDeadline(site, 3_600_000);
  await submitTestProject(actor);
  await sendPicture(actor, await createTestPicture());
  const left = async () => [
    (await site.services.db.selectFrom('projects').select('id').execute()).length,
    (await site.services.db.selectFrom('project_pictures').select('id').execute()).length,
    await countRows('files'),
  ];
  // Pictures are no documents: their days do not count for them.
  site.advance(200 * day);
  await applyRetention(site.services);
  expect(await left()).toEqual([1, 1, 2]);
  site.advance(200 * day);
  await applyRetention(site.services);
  expect(await left()).toEqual([0, 0, 0]);
  expect(await stored()).toHaveLength(2);
  await deleteQueuedFiles();
  expect(await stored()).toEqual([]);
  await expectInvariants(site);
});
