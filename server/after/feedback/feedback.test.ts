import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseCsv } from '../../platform/parse-csv.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { askForFeedback, checkInAtEntrance } from '../../testing/after-event.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { unzip } from '../../testing/zip.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
beforeEach(async () => {
  askForFeedback(site);
  await site.services.db.deleteFrom('feedback_answers').execute();
  await site.services.db.deleteFrom('feedback_given').execute();
});
afterAll(() => site.close());

async function signUpAttendee(): Promise<TestActor> {
  const who = await signUp(site);
  await createApplicant(site, who);
  await checkInAtEntrance(site, who);
  return who;
}

const submit = (who: TestActor, answers: object) => who.call('POST', '/feedback', { answers });
const outcome = async (answer: ReturnType<TestActor['call']>) => {
  const { statusCode, body } = await answer;
  return [statusCode, JSON.parse(body).code];
};
const refusalOf = async (who: TestActor) => (await who.call('GET', '/feedback/mine')).json().refusal;

test('is asked of participants and read by organizers', async () => {
  expect((await anonymous(site).call('GET', '/feedback')).statusCode).toBe(401);
  const ada = await signUp(site);
  for (const address of ['/feedback', '/feedback/export'])
    expect((await ada.call('GET', address)).statusCode).toBe(403);
  expect((await submit(grace, { good: 'Mine' })).statusCode).toBe(403);
});

test('an event that does not ask has no form', async () => {
  const ada = await signUpAttendee();
  site.services.event.feedback = undefined;
  for (const answer of [
    ada.call('GET', '/feedback/mine'),
    submit(ada, { good: 'The food' }),
    grace.call('GET', '/feedback'),
    grace.call('GET', '/feedback/export'),
  ])
    expect(await outcome(answer)).toEqual([404, 'not_found']);
});

test('who was there answers once, and only when the form is open', async () => {
  const absent = await signUp(site);
  expect(await refusalOf(absent)).toBe('feedback_not_there');
  expect(await outcome(submit(absent, { good: 'I guess' }))).toEqual([409, 'feedback_not_there']);
  const ada = await signUpAttendee();
  const { event } = site.services;
  site.services.event = { ...event, feedback: { ...event.feedback!, opensAt: '2099-01-01T00:00:00Z' } };
  expect(await refusalOf(ada)).toBe('feedback_closed');
  expect(await outcome(submit(ada, { good: 'Early' }))).toEqual([409, 'feedback_closed']);
  site.services.event = event;
  expect(await refusalOf(ada)).toBeNull();
  expect((await submit(ada, { 'all-in-all': 5, good: 'The food' })).statusCode).toBe(200);
  expect(await refusalOf(ada)).toBe('feedback_given');
  expect(await outcome(submit(ada, { good: 'Again' }))).toEqual([409, 'feedback_given']);
  expect((await grace.call('GET', '/feedback')).json().count).toBe(1);
});

test.each([
  ['a question that is not asked', { bad: 'x' }],
  ['a text for a rating', { 'all-in-all': 'five' }],
  ['a number for a text', { good: 5 }],
  ['a rating beyond the scale', { 'all-in-all': 6 }],
  ['half a point', { 'all-in-all': 2.5 }],
  ['a text that is too long', { good: 'x'.repeat(2001) }],
  ['nothing', {}],
  ['blanks', { good: ' \n ' }],
])('%s is refused', async (_what, answers) => {
  expect((await submit(await signUpAttendee(), answers)).statusCode).toBe(400);
});

test('the same person ten times at once has answered once', async () => {
  const ada = await signUpAttendee();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => submit(ada, { good: `${at}` })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(await site.services.db.selectFrom('feedback_answers').select('id').execute()).toHaveLength(1);
});

test('nothing that is stored leads from an answer to a person: no id, no time, no order, no transaction', async () => {
  const { db } = site.services;
  const people = [];
  for (let at = 0; at < 8; at += 1) people.push(await signUpAttendee());
  const audited = () => db.selectFrom('audit').select('action').execute();
  const sessions = async () =>
    (await sql`select *, xmin::text, ctid::text from sessions order by token_hash`.execute(db)).rows;
  const before = { audited: (await audited()).length, sessions: await sessions() };
  // Any other call would now write when the session was last used, a transaction before the answer.
  site.advance(61_000);
  for (const [at, who] of people.entries()) {
    expect(await refusalOf(who)).toBeNull();
    await submit(who, { good: `Answer ${at}` });
  }
  const { rows: columns } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_name like 'feedback\_%' order by 1`.execute(db);
  expect(columns.map(({ name }) => name)).toEqual([
    'feedback_answers.answers',
    'feedback_answers.id',
    'feedback_given.mark',
  ]);
  // Read as they lie in the table, which is how a backup has them.
  for (const [table, key] of [
    ['feedback_answers', 'id::text'],
    ['feedback_given', "encode(mark, 'hex')"],
  ] as const) {
    const { rows } = await sql<{ key: string; transaction: string }>`
      select ${sql.raw(key)} as key, xmin::text as transaction from ${sql.table(table)} order by ctid`.execute(
      db,
    );
    expect(rows).toHaveLength(8);
    expect(rows.map(({ key }) => key)).toEqual(rows.map(({ key }) => key).toSorted());
    expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1);
    for (const { id } of people) expect(JSON.stringify(rows)).not.toContain(id.replaceAll('-', ''));
  }
  expect(await sessions()).toEqual(before.sessions);
  expect((await audited()).length).toBe(before.audited);
  expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([]);
});

test('who sends the form too often is not recorded; who may not send it is', async () => {
  const limited = await createTestApp({ rateLimitScale: 1 });
  askForFeedback(limited);
  const [ada, organizer] = [await signUp(limited), await signUpAdmin(limited)];
  for (let n = 0; n < 11; n++) await submit(ada, { good: 'The food' });
  expect((await submit(organizer, { good: 'Mine' })).statusCode).toBe(403);
  expect((await ada.call('GET', '/feedback')).statusCode).toBe(403);
  await expect
    .poll(() =>
      limited.services.db.selectFrom('audit').select(['action', 'subject']).orderBy('subject').execute(),
    )
    .toEqual([
      { action: 'access.refused', subject: 'GET /api/feedback' },
      { action: 'access.refused', subject: 'POST /api/feedback' },
    ]);
  await limited.close();
});

test('fewer than three answers are only counted; from three on they are shown and exported, guarded', async () => {
  const give = async (answers: object) =>
    expect((await submit(await signUpAttendee(), answers)).statusCode).toBe(200);
  await give({ 'all-in-all': 5, good: '=SUM(1)' });
  await give({ 'all-in-all': 2 });
  const few = (await grace.call('GET', '/feedback')).json();
  expect(few).toMatchObject({ count: 2, shownFrom: 3 });
  expect(JSON.stringify(few)).not.toContain('SUM');
  expect(few.questions[0].ratings).toBeUndefined();
  expect(parseCsv((await grace.call('GET', '/feedback/export')).body)).toHaveLength(1);
  await give({ 'all-in-all': 2, good: 'The food' });
  const { questions } = (await grace.call('GET', '/feedback')).json();
  expect(questions).toMatchObject([
    { key: 'all-in-all', ratings: [0, 2, 0, 0, 1], mean: 3 },
    { key: 'good', texts: ['=SUM(1)', 'The food'] },
  ]);
  const { body, headers } = await grace.call('GET', '/feedback/export');
  expect(headers['content-disposition']).toBe('attachment; filename="feedback.csv"');
  const [head, ...rows] = parseCsv(body);
  expect(head).toEqual(['How was it, all in all?', 'What was good?']);
  expect(rows.map((row) => row.join()).sort()).toEqual(['2,', '2,The food', "5,'=SUM(1)"]);
});

test('the export of everything has the answers, and the person’s own data does not', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, signUpAttendee));
  for (const who of people) await submit(who, { good: 'The secret pizza' });
  const files = unzip((await grace.call('GET', '/exports/event')).rawPayload);
  expect(parseCsv(files.get('feedback.csv')!.toString())).toHaveLength(4);
  expect(JSON.parse(files.get('feedback.json')!.toString())).toHaveLength(3);
  const own = unzip((await people[0]!.call('GET', '/users/me/export')).rawPayload);
  expect(own.get('about-me.json')!.toString()).not.toContain('pizza');
});

test('one person sends ten forms in a minute; the eleventh waits, and others do not', async () => {
  const limited = await createTestApp({ rateLimitScale: 1 });
  askForFeedback(limited);
  const [ada, bob] = [await signUp(limited), await signUp(limited)];
  const codes: number[] = [];
  for (let n = 0; n < 11; n++) codes.push((await submit(ada, { good: 'The food' })).statusCode);
  expect(codes).toEqual([...Array(10).fill(409), 429]);
  expect((await submit(bob, { good: 'The food' })).statusCode).toBe(409);
  limited.advance(61_000);
  expect((await submit(ada, { good: 'The food' })).statusCode).toBe(409);
  await limited.close();
});
