import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDueAnnouncements } from '../../event-day/announcements/announcements.service.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { signUpWithCard } from '../../testing/directory.ts';
import { scoreBody, signInJudge } from '../../testing/judges.ts';
import { limitPlaces } from '../../testing/places.ts';
import { setDeadline, submitTestProject } from '../../testing/projects.ts';
import { createTestTeam } from '../../testing/teams.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const must = async (answer: ReturnType<TestActor['call']>) => {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBeLessThan(300);
  return body === '' ? undefined : JSON.parse(body);
};

/** Creates an approved applicant of a name and deletes the account. */
async function deleteApproved(name: string): Promise<TestActor> {
  const who = await signUp(site, { name });
  await createApplicant(site, who);
  await must(who.call('DELETE', '/users/me'));
  return who;
}

const load = async () => {
  const { db } = site.services;
  return {
    applications: await db.selectFrom('applications').selectAll().orderBy('id').execute(),
    withdrawn: await db.selectFrom('withdrawn_applications').selectAll().execute(),
    answers: await db.selectFrom('answers').selectAll().execute(),
    cards: await db.selectFrom('team_cards').selectAll().execute(),
    requests: await db.selectFrom('join_requests').selectAll().execute(),
    projects: await db.selectFrom('projects').selectAll().execute(),
    teams: await db.selectFrom('teams').selectAll().orderBy('id').execute(),
    tables: await db.selectFrom('demo_tables').selectAll().orderBy('number').execute(),
    scores: await db.selectFrom('scores').selectAll().execute(),
    help: await db.selectFrom('help_requests').selectAll().execute(),
  };
};

test('an approved name of two common words changes nothing of other participants', async () => {
  setDeadline(site, 3_600_000);
  const words = 'I like Computer Science, Zebra Riders';
  for (let n = 0; n < 13; n += 1)
    await createApplicant(site, await signUp(site), { major: 'Computer Science', whyJoin: words });
  const withdrawn = await signUp(site);
  await createApplicant(site, withdrawn, { status: 'pending', major: 'Computer Science', whyJoin: words });
  await must(withdrawn.call('POST', '/applications/withdraw'));
  await signUpWithCard(site, { skills: words });
  const { id, leader, members } = await createTestTeam(site, 2);
  for (const who of members) await createApplicant(site, who);
  const text = { title: 'Computer Science', tagline: words, description: words, tags: ['Computer Science'] };
  await submitTestProject(leader, text);
  const rival = await signUp(site);
  await createApplicant(site, rival);
  await must(rival.call('POST', '/teams', { name: 'Zebra Riders' }));
  const asking = await signUp(site);
  await must(asking.call('POST', '/teams/join-requests', { teamId: id, message: words }));
  await must(grace.call('POST', '/judging/tables'));
  const tables = await site.services.db.selectFrom('demo_tables').selectAll().execute();
  const judge = await signInJudge(site);
  for (const { number, name } of tables)
    await must(judge.call('POST', '/scores', scoreBody({ team_number: number, team_name: name })));
  const question = { type: 'text', label: 'Interests', position: 0, sensitive: false, visible_to: ['admin'] };
  await site.database.pool.query(
    `insert into answers (user_id, question, type, label, position, value, sensitive, visible_to)
      values ($1, 'interests', $2, $3, $4, $5, $6, $7)`,
    [rival.id, question.type, question.label, 0, JSON.stringify(words), false, question.visible_to],
  );
  await site.database.pool.query(
    `insert into help_requests (id, user_id, topic, text, location, created_at)
      values (gen_random_uuid(), $1, 'Other', $2, $2, now())`,
    [rival.id, words],
  );
  const before = await load();
  expect(before.projects).toHaveLength(1);
  expect(before.tables.map(({ name }) => name)).toContain('Zebra Riders');
  for (const name of ['Computer Science', 'Zebra Riders', 'computer  science']) await deleteApproved(name);
  expect(await load()).toEqual(before);
});

test('in the person’s own team, only the approved full name goes', async () => {
  setDeadline(site, 3_600_000);
  const { id, leader, members } = await createTestTeam(site, 2);
  for (const who of members) await createApplicant(site, who);
  const quinn = members[1]!;
  await must(
    leader.call('PUT', `/teams/${id}/description`, {
      idea: `Gardens of ${quinn.name}`,
      need: `${quinn.name} and Solar Farm`,
    }),
  );
  await submitTestProject(leader, { description: `By ${quinn.name}, of Solar Farm.`, tags: ['Solar Farm'] });
  await must(quinn.call('PUT', '/users/me', { name: 'Solar Farm' }));
  await must(quinn.call('DELETE', '/users/me'));
  const { text } = (await leader.call('GET', '/projects/mine')).json();
  expect(text).toMatchObject({ description: 'By a former member, of Solar Farm.', tags: ['Solar Farm'] });
  const team = await site.services.db
    .selectFrom('teams')
    .select(['idea', 'need'])
    .where('id', '=', id)
    .execute();
  expect(team).toEqual([{ idea: 'Gardens of a former member', need: 'a former member and Solar Farm' }]);
});

test('a name and an address go from saved views, the segment of an announcement and the settings', async () => {
  const who = await signUp(site, { name: 'Zoë Quill' });
  await createApplicant(site, who);
  const search = [
    `?q=${encodeURIComponent('Zoë Quill')}`,
    `?${new URLSearchParams({ q: `Dr Zoë Quill ${who.email}`, status: 'pending' })}`,
  ];
  for (const [n, each] of search.entries())
    await must(grace.call('PUT', '/applications/views', { name: `Like Zoë Quill ${n}`, search: each }));
  const segments = [
    { question: { id: 'school', has: 'Zoë Quill' } },
    { question: { id: 'school', has: who.email } },
  ];
  for (const segment of segments) {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const sendAt = new Date(site.services.now().getTime() + 3_600_000).toISOString();
    const body = { subject: 'Hello', text: 'Hello', segment, email: false, aboutPlace: false, sendAt };
    await must(grace.call('POST', '/announcements', body, { headers }));
  }
  const read = async (name: string) =>
    (await grace.call('GET', '/settings'))
      .json()
      .sections.find((one: { section: string }) => one.section === name);
  const change = async (name: string, values: (before: Record<string, unknown>) => object) => {
    const { version, values: before } = await read(name);
    await must(grace.call('PUT', `/settings/${name}`, { version, values: values(before) }));
  };
  const answer = `Ask Zoë Quill, ${who.email}`;
  await change('public', (before) => ({ ...before, faq: [{ question: 'Who?', answer: 'Zoë Quill' }] }));
  await change('public', (before) => ({ ...before, faq: [{ question: 'Who?', answer }] }));
  const contact = `mailto:${who.email}`;
  await change('event', ({ links, ...before }) => ({
    ...before,
    place: 'Zoë Quill',
    links: { ...(links as object), contact },
  }));
  await must(who.call('DELETE', '/users/me'));

  const views = (await grace.call('GET', '/applications/views')).json();
  expect(views.map(({ name }: { name: string }) => name)).toEqual([
    'Like a deleted account 0',
    'Like a deleted account 1',
  ]);
  expect(new URLSearchParams(views[1].search).get('status')).toBe('pending');
  const { rows } = await site.database.pool.query(
    `select value::text from settings union all select segment::text from announcements
      union all select (document - 'place')::text from events`,
  );
  const stored = rows.map(({ value }) => decodeURIComponent(value.replaceAll('+', ' '))).join('\n');
  expect(stored).not.toMatch(/Quill/i);
  expect(stored).not.toContain(who.email);
  expect((await read('public')).values.faq).toEqual([
    { question: 'Who?', answer: 'Ask a deleted account, a deleted account' },
  ]);
  // Text that other data refers to is not prose: only the address is redacted there.
  const { values } = await read('event');
  expect([values.place, values.links.contact]).toEqual(['Zoë Quill', 'mailto:a deleted account']);
  await sendDueAnnouncements(site.services);
});

test('names are redacted without the lock of the places, for which only the deletion itself waits', async () => {
  const { event } = site.services;
  limitPlaces(site, { capacity: 50 });
  const who = await signUp(site, { name: 'Orla Brightwater' });
  await createApplicant(site, who);
  const other = await createApplicant(site, await signUp(site));
  const note = `/applications/${other}/notes/${crypto.randomUUID()}`;
  await must(grace.call('PUT', note, { text: 'A friend of Orla Brightwater' }));
  const readNotes = async () => (await grace.call('GET', `/applications/${other}/notes`)).body;
  const holder = await site.database.pool.connect();
  await holder.query("begin; select pg_advisory_xact_lock(hashtextextended('places', 0))");
  const deletion = who.call('DELETE', '/users/me');
  await expect.poll(readNotes, { timeout: 2500, interval: 20 }).toContain('A friend of a deleted account');
  expect((await who.call('GET', '/auth/user')).json().success).toBe(true);
  await holder.query('commit');
  holder.release();
  expect((await deletion).statusCode).toBe(200);
  expect((await who.call('GET', '/auth/user')).json().success).toBe(false);
  site.services.event = event;
});
