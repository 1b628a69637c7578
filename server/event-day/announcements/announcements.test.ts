import { afterEach, beforeEach, expect, test } from 'vitest';
import type {
  Announcement,
  AnnouncementReceiver,
  AudienceSegment,
} from '../../../contract/event-day/announcements.ts';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { applyRetention } from '../../operations/retention/retention.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { answer, limitPlaces } from '../../testing/places.ts';
import { createTestTeam } from '../../testing/teams.ts';
import { emailAnnouncements } from './email-announcements.service.ts';

let site: TestApp;
let grace: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterEach(() => site.close());

const lunch = {
  subject: 'Lunch for {name}',
  text: 'Hello {name},\n\nteam {team}, table {table}: lunch is ready.\nBring a {cup or mug}.',
  segment: {} as AudienceSegment,
  email: true,
  aboutPlace: false,
};

async function send(
  draft: Partial<typeof lunch> = {},
  key: string = crypto.randomUUID(),
): Promise<Announcement> {
  const headers = { 'idempotency-key': key };
  const answer = await grace.call('POST', '/announcements', { ...lunch, ...draft }, { headers });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}
const receiversOf = async ({ _id }: Pick<Announcement, '_id'>): Promise<AnnouncementReceiver[]> =>
  (await grace.call('GET', `/announcements/${_id}/receivers`)).json();
const statesOf = async (sent: Announcement) =>
  Object.fromEntries((await receiversOf(sent)).map(({ name, state }) => [name, state]));
const mails = () =>
  site.services.db.selectFrom('mails').selectAll().orderBy('recipient').orderBy('created_at').execute();

async function applicant(name: string, given: Parameters<typeof createApplicant>[2] = {}) {
  const actor = await signUp(site, { name });
  await createApplicant(site, actor, given);
  return actor;
}

test('a segment is everybody for whom all of its conditions hold', async () => {
  const ada = await applicant('Ada', { attending: true, track: 'Clozyt Track' });
  await applicant('Bob', { status: 'pending' });
  await applicant('Cleo', { status: 'rejected' });
  const dan = await applicant('Dan');
  const eve = await signUp(site, { name: 'Eve' });
  const gone = await applicant('Fay', { status: 'pending' });
  await gone.call('POST', '/applications/withdraw');
  await signUp(site, { name: 'Vera', role: 'volunteer' });
  const { members } = await createTestTeam(site, 2, { name: 'Owls' });
  const [hal, ida] = members as [TestActor, TestActor];
  await createApplicant(site, hal);
  await createApplicant(site, ida);
  await dan.call('PUT', '/applications/attendance', { attending: false });
  await site.services.db
    .updateTable('applications')
    .set({ attendance_declined: true })
    .where('user_id', '=', dan.id)
    .execute();
  await grace.call('POST', '/applications/check-in', { userId: ada.id });
  await site.services.db
    .insertInto('demo_tables')
    .values({ number: 7, name: 'Dan', track: 'hacker', user_id: dan.id, team_id: null })
    .execute();
  const namesIn = async (segment: AudienceSegment) => {
    const body = { subject: '', text: '', segment, aboutPlace: false };
    const answer = (await grace.call('POST', '/announcements/preview', body)).json();
    const names = answer.samples.map(({ name }: { name: string }) => name);
    expect(answer.samples.length).toBe(Math.min(5, answer.receivers));
    return [answer.receivers, ...names];
  };
  const team = [hal.name, ida.name].sort();
  const everybody = [ada.name, 'Bob', 'Cleo', 'Dan', eve.name, ...team].sort();
  expect(await namesIn({})).toEqual([7, ...everybody.slice(0, 5)]);
  expect(await namesIn({ status: 'pending' })).toEqual([1, 'Bob']);
  expect(await namesIn({ status: 'rejected' })).toEqual([1, 'Cleo']);
  expect(await namesIn({ status: 'notApplied' })).toEqual([1, 'Eve']);
  expect(await namesIn({ status: 'approved' })).toEqual([4, ...['Ada', 'Dan', ...team].sort()]);
  expect(await namesIn({ status: 'approved', answer: 'yes' })).toEqual([1, 'Ada']);
  expect(await namesIn({ answer: 'no' })).toEqual([1, 'Dan']);
  expect(await namesIn({ status: 'approved', answer: 'none' })).toEqual([2, ...team]);
  expect(await namesIn({ checkedIn: true })).toEqual([1, 'Ada']);
  expect(await namesIn({ status: 'approved', checkedIn: false })).toEqual([3, ...['Dan', ...team].sort()]);
  expect(await namesIn({ track: 'Clozyt Track' })).toEqual([1, 'Ada']);
  expect(await namesIn({ inTeam: true })).toEqual([2, ...team]);
  expect(await namesIn({ status: 'approved', inTeam: false })).toEqual([2, 'Ada', 'Dan']);
  expect(await namesIn({ tables: { from: 5, to: 9 } })).toEqual([1, 'Dan']);
  const given = async ({ id: user_id }: TestActor, question: string, value: unknown) =>
    site.services.db
      .insertInto('answers')
      .values({
        ...{ user_id, question, type: 'text', label: question, position: 0, sensitive: false },
        ...{ value: JSON.stringify(value), visible_to: [] },
      })
      .execute();
  await given(ada, 'bus', 'Yes, both ways');
  await given(dan, 'bus', 'Yes');
  await given(ada, 'diet', ['vegan', 'no nuts']);
  await given(dan, 'school', 'École 50% Night');
  await given(dan, 'photos', true);
  expect(await namesIn({ question: { id: 'bus', is: 'Yes' } })).toEqual([1, 'Dan']);
  expect(await namesIn({ question: { id: 'bus' } })).toEqual([2, 'Ada', 'Dan']);
  expect(await namesIn({ question: { id: 'diet', is: 'vegan' } })).toEqual([1, 'Ada']);
  expect(await namesIn({ question: { id: 'school', has: 'ecole 50% n' } })).toEqual([1, 'Dan']);
  expect(await namesIn({ question: { id: 'school', has: 'c_le' } })).toEqual([0]);
  expect(await namesIn({ question: { id: 'photos', is: 'true' } })).toEqual([1, 'Dan']);
  const listed = (await grace.call('GET', '/applications')).json<{ _id: string; user: { name: string } }[]>();
  const picked = listed.filter(({ user }) => ['Ada', 'Cleo'].includes(user.name)).map(({ _id }) => _id);
  expect(await namesIn({ applications: picked })).toEqual([2, 'Ada', 'Cleo']);
  expect(await namesIn({ applications: picked, status: 'rejected' })).toEqual([1, 'Cleo']);
  await site.services.db
    .insertInto('projects')
    .values({
      ...{
        user_id: ada.id,
        track: 'Clozyt Track',
        title: 'Night Bus',
        tagline: 'Finds it.',
        description: 'It runs.',
      },
      ...{
        repository: '',
        demo: '',
        video: '',
        tags: [],
        prizes: [],
        submitted_at: new Date(),
        updated_at: new Date(),
      },
    })
    .execute();
  expect(await namesIn({ submitted: true })).toEqual([1, 'Ada']);
  expect(await namesIn({ status: 'approved', submitted: false })).toEqual([3, ...['Dan', ...team].sort()]);
  expect(await namesIn({ tables: { from: 8, to: 9 } })).toEqual([0]);
});

test('where places are limited, approved people are those who did not give theirs up, unless the answer is asked for', async () => {
  limitPlaces(site, { capacity: 10 });
  const dan = await applicant('Dan Away');
  await applicant('Eve Coming');
  const count = async (segment: AudienceSegment) => {
    const body = { subject: '', text: '', segment, aboutPlace: false };
    return (await grace.call('POST', '/announcements/preview', body)).json().receivers;
  };
  const before = await count({ status: 'approved' });
  await answer(dan, false);
  expect(await count({ status: 'approved' })).toBe(before - 1);
  expect(await count({ status: 'approved', answer: 'no' })).toBe(1);
  await send({ segment: { status: 'approved' } });
  expect((await dan.call('GET', '/announcements/mine')).json()).toEqual([]);
});

test('the preview reads as the receivers will, and counts who gets no email', async () => {
  await applicant('Ada Lovelace');
  const bob = await applicant('Bob');
  const cleo = await applicant('Cleo');
  const { db } = site.services;
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', bob.id).execute();
  await db.insertInto('unsubscribed').values({ user_id: cleo.id }).execute();
  const preview = async (aboutPlace: boolean) => {
    const { subject, text, segment } = lunch;
    return (
      await grace.call('POST', '/announcements/preview', { subject, text, segment, aboutPlace })
    ).json();
  };
  expect(await preview(false)).toMatchObject({ receivers: 3, emails: 1, unsubscribed: 1, noAddress: 1 });
  const { samples, ...counts } = await preview(true);
  expect(counts).toEqual({ receivers: 3, emails: 2, unsubscribed: 0, noAddress: 1 });
  expect(samples[0]).toEqual({
    name: 'Ada Lovelace',
    subject: 'Lunch for Ada',
    text: 'Hello Ada,\n\nteam no team yet, table not numbered yet: lunch is ready.\nBring a {cup or mug}.',
  });
  const sent = await send();
  await emailAnnouncements(site.services);
  expect(await statesOf(sent)).toEqual({ 'Ada Lovelace': 'waiting', Bob: 'noAddress', Cleo: 'unsubscribed' });
  await send({ aboutPlace: true });
  await emailAnnouncements(site.services);
  expect((await mails()).map(({ recipient, can_unsubscribe }) => [recipient, can_unsubscribe])).toEqual([
    [expect.stringContaining('ada'), true],
    [expect.stringContaining('ada'), false],
    [expect.stringContaining('cleo'), false],
  ]);
});

test('a test goes to its writer alone and is in no list', async () => {
  await applicant('Ada');
  expect((await grace.call('POST', '/announcements/test', lunch)).statusCode).toBe(200);
  await emailAnnouncements(site.services);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: grace.email, subject: 'Test: Lunch for Grace' });
  expect((await grace.call('GET', '/announcements')).json()).toEqual([]);
});

test('everybody of the segment gets one email and reads it on their pages; the log says what became of it', async () => {
  const ada = await applicant('Ada');
  const bob = await applicant('Bob');
  const late = await applicant('Zoe', { status: 'pending' });
  const sent = await send({ segment: { status: 'approved' } });
  expect(sent).toMatchObject({ by: grace.name, counts: { receivers: 2, waiting: 2, sent: 0 } });
  // People who come later receive nothing.
  await createApplicant(site, await signUp(site, { name: 'Yan' }));
  await Promise.all([emailAnnouncements(site.services), emailAnnouncements(site.services)]);
  await emailAnnouncements(site.services);
  const [first, second, ...more] = await mails();
  expect(more).toEqual([]);
  expect([first?.user_id, second?.user_id]).toEqual([ada.id, bob.id]);
  expect(first?.text).toContain('Hello Ada,\n\nteam no team yet');
  expect(first?.html).toContain('lunch is ready.<br>Bring a {cup or mug}.');

  await deliverMail(site.services, { mailId: first!.id });
  await site.services.db
    .updateTable('mails')
    .set({ failed_at: site.services.now(), failure: '550 5.1.1' })
    .where('id', '=', second!.id)
    .execute();
  expect(await receiversOf(sent)).toMatchObject([
    { name: 'Ada', state: 'sent', at: expect.any(String), failure: null },
    { name: 'Bob', state: 'failed', failure: '550 5.1.1' },
  ]);
  const [listed] = (await grace.call('GET', '/announcements')).json();
  expect(listed.counts).toEqual({
    ...{ receivers: 2, waiting: 0, sent: 1, failed: 1, unsubscribed: 0, noAddress: 0 },
  });
  const mine = async (actor: TestActor) => (await actor.call('GET', '/announcements/mine')).json();
  expect(await mine(ada)).toEqual([
    {
      _id: sent._id,
      createdAt: sent.createdAt,
      subject: 'Lunch for Ada',
      text: expect.stringContaining('Hello Ada'),
    },
  ]);
  expect([await mine(late), await mine(grace)]).toEqual([[], []]);
  const audited = await site.services.db
    .selectFrom('audit')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'announcement.sent')
    .execute();
  expect(audited).toEqual([{ actor_id: grace.id, detail: { receivers: 2, email: true, aboutPlace: false } }]);
});

test('an announcement without emails is on the pages only', async () => {
  const ada = await applicant('Ada');
  const sent = await send({ email: false });
  await emailAnnouncements(site.services);
  expect(await mails()).toEqual([]);
  expect(await statesOf(sent)).toEqual({ Ada: 'none' });
  expect((await ada.call('GET', '/announcements/mine')).json()).toHaveLength(1);
});

test('the same key sends once; nobody, an unknown key of another text and an unknown announcement are refused', async () => {
  await applicant('Ada');
  const key = crypto.randomUUID();
  const [first, second] = await Promise.all([send({}, key), send({}, key)]);
  expect(first!._id).toBe(second!._id);
  await emailAnnouncements(site.services);
  expect(await mails()).toHaveLength(1);
  const refused = async (draft: object, headers = {}) => {
    const answer = await grace.call('POST', '/announcements', { ...lunch, ...draft }, { headers });
    return [answer.statusCode, answer.json().code];
  };
  const changes = [
    { text: 'Other' },
    { segment: { checkedIn: false } },
    { email: false },
    { aboutPlace: true },
  ];
  for (const change of changes)
    expect(await refused(change, { 'idempotency-key': key })).toEqual([422, 'idempotency_mismatch']);
  expect(await refused({ segment: { status: 'rejected' } })).toEqual([409, 'no_receivers']);
  expect(await refused({ text: ' ' })).toEqual([400, 'invalid_input']);
  expect(await refused({ segment: { status: 'maybe' } })).toEqual([400, 'invalid_input']);
  expect((await grace.call('GET', '/announcements')).json()).toHaveLength(1);
  const unknown = await grace.call('GET', `/announcements/${crypto.randomUUID()}/receivers`);
  expect(unknown.statusCode).toBe(404);
});

test('a mistyped placeholder is refused and named, in the test to oneself too', async () => {
  const ada = await applicant('Ada');
  for (const [draft, fields] of [
    [{ text: 'Hello {nope}, {name}.' }, { text: 'has {nope}, which is not a placeholder' }],
    [{ text: 'Hello { first name }.' }, { text: 'has { first name }, which is not a placeholder' }],
    [{ subject: 'Table {Table}' }, { subject: 'has {Table}, which is not a placeholder' }],
  ])
    for (const address of ['/announcements', '/announcements/test']) {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const answer = await grace.call('POST', address, { ...lunch, ...draft }, { headers });
      expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
    }
  expect((await ada.call('GET', '/announcements/mine')).json()).toEqual([]);
});

test('an email has a link and headers with which its receiver unsubscribes, and can undo it', async () => {
  const ada = await applicant('Ada');
  await send();
  await emailAnnouncements(site.services);
  const [mail] = await mails();
  const messages: Record<string, unknown>[] = [];
  const sendMail = async (message: object) => void messages.push(message as Record<string, unknown>);
  await deliverMail({ ...site.services, sendMail }, { mailId: mail!.id });
  const headers = messages[0]!.headers as Record<string, string>;
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const address = headers['List-Unsubscribe']!.slice(1, -1);
  expect(mail!.text).toContain(address);
  expect(mail!.html).toContain(`href="${address}"`);
  const { pathname } = new URL(address);
  const listed = async () =>
    (await site.services.db.selectFrom('unsubscribed').select('user_id').execute()).length;
  const page = await anonymous(site).call('GET', pathname);
  expect([page.statusCode, await listed()]).toEqual([200, 0]);
  expect(page.body).toContain('<form method="post"');
  const post = (path: string) =>
    anonymous(site).call('POST', path, 'List-Unsubscribe=One-Click', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect((await post(pathname)).body).toContain('You are unsubscribed.');
  expect(await listed()).toBe(1);
  expect((await post(`${pathname}?undo=1`)).body).toContain('You are subscribed.');
  expect(await listed()).toBe(0);
  // Mail programs send it in their own way (RFC 8058), or from a page of theirs.
  for (const type of [
    'multipart/form-data; boundary=x',
    'text/plain;charset=UTF-8',
    'application/json',
    undefined,
  ])
    for (const from of [
      {},
      { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      await site.services.db.deleteFrom('unsubscribed').execute();
      const answer = await anonymous(site).call('POST', pathname, undefined, {
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': type, ...from },
      });
      expect([type, answer.statusCode, await listed()]).toEqual([type, 200, 1]);
    }
  await post(`${pathname}?undo=1`);
  const forged = `${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'Q' : 'A'}`;
  for (const path of [forged, '/api/unsubscribe/x'])
    expect([(await post(path)).statusCode, await listed()]).toEqual([404, 0]);
  // No other call accepts a form as its body.
  const elsewhere = await ada.call('PUT', '/users/me', 'name=Eve', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(elsewhere.statusCode).toBe(415);
});

test('it goes with its receivers, without the name of who is deleted, and by age', async () => {
  const ada = await applicant('Ada Lovelace');
  const bob = await applicant('Bob');
  const sent = await send({ subject: 'Ada Lovelace found a key' });
  await emailAnnouncements(site.services);
  await site.services.db.insertInto('unsubscribed').values({ user_id: ada.id }).execute();
  const { selectPersonalData } = await import('../../people/account/personal-data.queries.ts');
  expect(await selectPersonalData(site.services.db, ada.id)).toMatchObject({
    announcements: [{ subject: 'Ada Lovelace found a key', email: 'queued' }],
    unsubscribedAt: expect.any(Date),
  });
  // The name that organizers approved, in texts of others.
  await site.services.db
    .updateTable('applications')
    .set({ approved_name: 'Ada Lovelace', renamed_at: new Date() })
    .where('user_id', '=', ada.id)
    .execute();
  expect((await ada.call('DELETE', '/users/me')).statusCode).toBe(200);
  expect(await statesOf(sent)).toEqual({ Bob: 'waiting' });
  const [mine] = (await bob.call('GET', '/announcements/mine')).json();
  expect(mine.subject).toBe('a deleted account found a key');
  const left = await site.services.db.selectFrom('unsubscribed').select('user_id').execute();
  expect(left).toEqual([]);
  site.advance(91 * 24 * 3_600_000);
  await applyRetention(site.services);
  expect(await site.services.db.selectFrom('announcement_receivers').selectAll().execute()).toEqual([]);
});

test('volunteers, mentors and the guardians of minors are mailed, and nothing of it is on the page of a minor', async () => {
  const vera = await signUp(site, { name: 'Vera', role: 'volunteer' });
  const mona = await signUp(site, { name: 'Mona', role: 'mentor' });
  await signUp(site, { name: 'Victor', role: 'volunteer' });
  const young = await applicant('Yara');
  const ada = await applicant('Ada');
  const guardian = {
    ...{ user_id: young.id, email: 'parent@example.org', link_id: 'f00d', token_hash: Buffer.from('f00d') },
    ...{ sent_at: new Date(), expires_at: new Date() },
  };
  await site.services.db.insertInto('guardians').values(guardian).execute();
  const text = 'Please read this about {name}.';
  await send({ text, segment: { people: 'volunteers', users: [vera.id, mona.id, young.id] } });
  await send({ text, segment: { people: 'guardians', status: 'approved' } });
  await emailAnnouncements(site.services);
  const sent = await mails();
  expect(sent.map(({ recipient, user_id, about_id }) => [recipient, user_id, about_id])).toEqual([
    [mona.email, mona.id, null],
    ['parent@example.org', null, young.id],
    [vera.email, vera.id, null],
  ]);
  expect(sent[1]!.text).toContain('Please read this about Yara.');
  expect(sent[1]!.text).toContain('as the parent or guardian of Yara');
  expect(sent[1]!.text).not.toContain('Unsubscribe');
  expect((await young.call('GET', '/announcements/mine')).json()).toEqual([]);
  const count = async (segment: AudienceSegment) =>
    (
      await grace.call('POST', '/announcements/preview', {
        ...{ subject: 'A', text: 'B' },
        segment,
        aboutPlace: false,
      })
    ).json();
  for (const [person, receivers] of [
    [young, 1],
    [ada, 0],
  ] as const) {
    const { _id } = (await person.call('GET', '/applications/me')).json().data;
    expect(await count({ people: 'guardians', applications: [_id] })).toMatchObject({ receivers });
  }
  expect(await count({ people: 'mentors' })).toMatchObject({ receivers: 1, emails: 1 });
  expect(await count({ people: 'guardians', status: 'rejected' })).toMatchObject({ receivers: 0 });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const silent = { ...lunch, email: false, segment: { people: 'mentors' } };
  expect((await grace.call('POST', '/announcements', silent, { headers })).statusCode).toBe(400);
  const participants = { ...lunch, segment: { users: [young.id] } };
  expect((await grace.call('POST', '/announcements', participants, { headers })).statusCode).toBe(400);
});
