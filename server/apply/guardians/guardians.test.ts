import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { askAgreements, askQuestions, testAgreements, testQuestions } from '../../testing/questions.ts';
import { unzip } from '../../testing/zip.ts';

let site: TestApp;
let ada: TestActor;
let grace: TestActor;
let letters: { to: string; text: string }[];
beforeEach(async () => {
  site = await createTestApp();
  askAgreements(site);
  askQuestions(
    site,
    testQuestions.filter(({ id }) => id === 'age'),
  );
  site.services.event = { ...site.services.event, guardian: { question: 'age', under: 18 } };
  letters = [];
  site.services.sendMail = async ({ to, text }) => {
    letters.push({ to: (to as { address: string }).address, text: String(text) });
  };
  ada = await signUp(site, { name: 'Ada Lovelace' });
  grace = await signUpAdmin(site);
});
afterEach(() => site.close());

const ownAddress = {
  guardianEmail: 'This is your own email address: enter that of your parent or guardian.',
};
const agreements = JSON.stringify({ conduct: '1' });
const apply = (age: number, guardianEmail?: string, actor = ada) =>
  submitForm(actor, { agreements, answers: JSON.stringify({ age }), guardianEmail });
const applyYoung = async () => (await apply(16, 'Parent@Example.org')).json().data._id as string;

async function deliverAll(): Promise<void> {
  const mails = await site.services.db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .execute();
  for (const { id } of mails) await deliverMail(site.services, { mailId: id });
}

/** The path of the link in the newest email to this address. */
async function readLink(address = 'parent@example.org'): Promise<string> {
  await deliverAll();
  const { text } = letters.findLast(({ to }) => to === address)!;
  return new URL(/https?:\/\/\S+\/api\/guardian\/\S+/.exec(text)![0]).pathname;
}
const stateOf = async (id: string) => (await grace.call('GET', `/applications/${id}`)).json().guardian;
const follow = (method: 'GET' | 'POST', path: string, headers = {}, answer = 'yes') =>
  anonymous(site).call(method, path, method === 'POST' ? `answer=${answer}` : undefined, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

test('who is old enough is asked for nobody; who is not has to name somebody else', async () => {
  const bob = await signUp(site);
  const old = await apply(18, undefined, bob);
  expect([old.statusCode, old.json().data.guardian]).toEqual([201, undefined]);
  expect((await apply(16)).json()).toMatchObject({
    code: 'apply_missing',
    message: 'Please fill in all required fields: Email address of your parent or guardian',
    fields: { guardianEmail: 'Please fill this in' },
  });
  for (const wrong of ['parent', 'a@b', 'a b@example.org', 'a@b.c,d@e.f'])
    expect((await apply(16, wrong)).json().fields).toEqual({
      guardianEmail: 'The email address of your parent or guardian is not valid.',
    });
  const [local, domain] = ada.email.split('@');
  for (const own of [ada.email.toUpperCase(), `${local}+mum@${domain}`])
    expect((await apply(16, own)).json().fields).toEqual(ownAddress);
  const { db } = site.services;
  await db.updateTable('users').set({ email: 'adalove@gmail.com' }).where('id', '=', ada.id).execute();
  expect((await apply(16, 'a.da.love+mum@googlemail.com')).json().fields).toEqual(ownAddress);
  expect((await apply(16, 'parent@example.org')).statusCode).toBe(201);
});

test('by a date of birth, the age on the first day counts', async () => {
  const { event } = site.services;
  const born = { ...testQuestions.find(({ id }) => id === 'graduates')!, id: 'born', required: true };
  site.services.event = { ...event, guardian: { question: 'born', under: 18 } };
  askQuestions(site, [born]);
  const send = async (day: string) => {
    const somebody = await signUp(site);
    return submitForm(somebody, { agreements, answers: JSON.stringify({ born: day }) });
  };
  // The event begins on September 20, 2025.
  expect((await send('2007-09-20')).statusCode).toBe(201);
  expect((await send('2007-09-21')).json().fields).toHaveProperty('guardianEmail');
  expect((await send('2020-09-20')).json().fields).toHaveProperty('guardianEmail');
  expect((await send('1905-09-20')).statusCode).toBe(201);
  for (const mistyped of ['0007-09-20', '1905-09-19', '2020-09-21', '2025-09-20', '9999-12-31'])
    expect((await send(mistyped)).json().fields, mistyped).toEqual({
      'answers.born': `“${born.label}” must be 5 to 120 years before the event.`,
    });
});

test('a guardian reads the page without saying yes, and says it with the button, once and for good', async () => {
  const id = await applyYoung();
  expect(await stateOf(id)).toEqual({ email: 'parent@example.org', sentAt: expect.any(String) });
  const link = await readLink();
  for (const method of ['GET', 'GET'] as const) {
    const page = await follow(method, link);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<button name="answer" value="yes">Yes, they may take part</button>');
    expect(page.body).toContain('This is what they agreed to:');
    expect(page.body).toContain('I follow the code.');
    // An optional one that the applicant did not agree to.
    expect(page.body).not.toContain(testAgreements[1]!.text);
    expect(page.body).not.toContain('Ada');
  }
  expect((await stateOf(id)).confirmedAt).toBeUndefined();
  expect((await follow('POST', link, { origin: 'https://evil.example' })).statusCode).toBe(403);
  expect((await stateOf(id)).confirmedAt).toBeUndefined();
  expect((await follow('POST', link)).body).toContain('Thank you.');
  const { confirmedAt } = await stateOf(id);
  expect(confirmedAt).toEqual(expect.any(String));
  site.advance(60_000);
  expect((await follow('POST', link)).body).toContain('Thank you.');
  expect((await follow('GET', link)).body).toContain('Thank you.');
  expect((await stateOf(id)).confirmedAt).toBe(confirmedAt);
  expect((await ada.call('GET', '/applications/me')).json().data.guardian.confirmedAt).toBe(confirmedAt);
});

test('a guardian says no: the applicant and the organizers know, and only organizers ask again', async () => {
  const id = await applyYoung();
  const link = await readLink();
  const sayNo = () => follow('POST', link, {}, 'no');
  expect((await follow('POST', link, {}, 'perhaps')).statusCode).toBe(400);
  for (const _repeat of [1, 2]) expect((await sayNo()).body).toContain('You said no.');
  // The first answer holds.
  expect((await follow('POST', link)).body).toContain('You said no.');
  expect((await follow('GET', link)).body).toContain('You said no.');
  await deliverAll();
  const told = letters.filter(({ to }) => to === ada.email.toLowerCase());
  expect(told.filter(({ text }) => text.includes('ask the organizers to contact them again'))).toHaveLength(
    1,
  );
  expect(await stateOf(id)).toMatchObject({ declinedAt: expect.any(String) });
  const { guardian } = (await ada.call('GET', '/applications/me')).json().data;
  expect([guardian.declinedAt, guardian.confirmedAt]).toEqual([expect.any(String), undefined]);
  const details = (await grace.call('POST', '/applications/details', { ids: [id] })).json();
  expect(details[0].guardian).toBe('declined');

  // Neither by asking somebody else nor by another age.
  site.advance(61_000);
  for (const refused of [
    await ada.call('POST', '/applications/guardian', { email: 'aunt@example.org' }),
    await ada.call('PUT', '/applications/answers', { answers: { age: 30 } }),
  ])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'guardian_declined']);
  await ada.call('POST', '/applications/withdraw');
  expect((await apply(30)).json().code).toBe('guardian_declined');
  await ada.call('POST', '/applications/restore');
  expect((await grace.call('POST', `/applications/${id}/guardian`, {})).statusCode).toBe(200);
  expect((await stateOf(id)).declinedAt).toBeUndefined();
  expect((await follow('GET', link)).statusCode).toBe(404);
  expect((await follow('POST', await readLink())).body).toContain('Thank you.');
});

test('no page behind a link is stored by a browser or a proxy, whatever it answers', async () => {
  await applyYoung();
  const link = await readLink();
  for (const [method, path] of [
    ['GET', link],
    ['POST', link],
    ['GET', '/api/guardian/unknown'],
    ['POST', '/api/guardian/unknown'],
    ['GET', '/api/unsubscribe/unknown'],
    ['POST', '/api/unsubscribe/unknown'],
  ] as const) {
    const { headers } = await follow(method, path, { 'if-none-match': '*' });
    expect([path, headers['cache-control'], headers.etag]).toEqual([path, 'no-store', undefined]);
  }
});

test('the link is nowhere but in the email: not in the database, not in the export of the applicant', async () => {
  await applyYoung();
  const token = (await readLink()).split('/').at(-1)!;
  for (const table of ['mails', 'guardians', 'audit']) {
    const { rows } = await site.database.pool.query(`select * from ${table}`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  }
  const files = unzip((await ada.call('GET', '/users/me/export')).rawPayload);
  const text = files.get('about-me.json')!.toString();
  expect(JSON.parse(text).guardian).toMatchObject({ email: 'parent@example.org', confirmed_at: null });
  expect(text).not.toContain('Read it and answer');
});

test('a link that is forged, replaced or two weeks old is worth nothing', async () => {
  const id = await applyYoung();
  const first = await readLink();
  expect((await follow('POST', `${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(
    404,
  );
  const again = (body = {}) => grace.call('POST', `/applications/${id}/guardian`, body);
  expect((await again()).json().code).toBe('guardian_just_asked');
  site.advance(61_000);
  expect((await again({ email: 'Other@example.org' })).statusCode).toBe(200);
  expect((await again({ email: 'other@example.org' })).json().code).toBe('guardian_just_asked');
  expect([(await follow('GET', first)).statusCode, (await follow('POST', first)).statusCode]).toEqual([
    404, 404,
  ]);
  const second = await readLink('other@example.org');
  site.advance(14 * 86_400_000);
  expect([(await follow('GET', second)).statusCode, (await follow('POST', second)).statusCode]).toEqual([
    404, 404,
  ]);
});

test('organizers ask again until there is a yes; nobody can be their own guardian', async () => {
  const id = await applyYoung();
  const again = (body = {}) => grace.call('POST', `/applications/${id}/guardian`, body);
  site.advance(61_000);
  expect((await again({ email: ada.email })).json().fields).toEqual(ownAddress);
  expect((await follow('POST', await readLink())).statusCode).toBe(200);
  expect((await again()).statusCode).toBe(200);
  await deliverAll();
  expect(letters.filter(({ to }) => to === 'parent@example.org')).toHaveLength(1);
  const bob = await signUp(site);
  const old = (await apply(30, undefined, bob)).json().data._id;
  expect((await grace.call('POST', `/applications/${old}/guardian`, {})).statusCode).toBe(404);
});

test('whatever leads to the email, an applicant causes one in a minute and ten a day, and a mailbox gets five', async () => {
  await applyYoung();
  const setAge = (age: number, guardianEmail?: string, actor = ada) =>
    actor.call('PUT', '/applications/answers', { answers: { age }, guardianEmail });
  const outcome = async (call: ReturnType<TestActor['call']>) => {
    const { statusCode, body } = await call;
    return statusCode < 300 ? statusCode : JSON.parse(body).code;
  };
  for (let time = 0; time < 5; time += 1) {
    expect(await outcome(setAge(30))).toBe(200);
    expect(await outcome(setAge(16, `victim${time}@example.org`))).toBe('guardian_just_asked');
  }
  for (let time = 1; time < 10; time += 1) {
    site.advance(61_000);
    expect(await outcome(setAge(16, `other${time}@example.org`))).toBe(200);
    expect(await outcome(setAge(30))).toBe(200);
  }
  site.advance(61_000);
  expect(await outcome(setAge(16, 'last@example.org'))).toBe('guardian_asked_often');
  const { rows } = await site.database.pool.query('select from mails where user_id is null');
  expect(rows).toHaveLength(10);

  const others = await Promise.all(Array.from({ length: 7 }, () => signUp(site)));
  const asked = others.map((who, at) => apply(16, `Mum+${at}@home.example`, who));
  const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  expect(codes.sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
  site.advance(86_400_000);
  expect((await apply(16, 'mum@home.example', await signUp(site))).statusCode).toBe(201);
});

test('a missing yes is a warning and no refusal; with the yes it is gone', async () => {
  const id = await applyYoung();
  const approved = await grace.call('PUT', `/applications/${id}`, { status: 'approved' });
  expect([approved.statusCode, approved.json().status]).toEqual([200, 'approved']);
  const bob = await signUp(site);
  const old = (await apply(30, undefined, bob)).json().data._id;
  await grace.call('PUT', `/applications/${old}`, { status: 'approved' });
  site.advance(60_000);
  await deliverAll();
  const guardianMissing = (email: string) =>
    letters.findLast(({ to }) => to === email.toLowerCase())!.text.includes('guardian has not said yes');
  expect([guardianMissing(ada.email), guardianMissing(bob.email)]).toEqual([true, false]);
  const station = async () =>
    Promise.all(
      [
        grace.call('GET', '/check-ins/roster'),
        grace.call('GET', '/applications/search?term=Ada&status=approved'),
        grace.call('POST', '/check-ins/read', { userId: ada.id }),
      ].map(async (call) => /"guardianMissing":"(\w+)"/.exec((await call).body)?.[1]),
    );
  expect(await station()).toEqual(Array(3).fill('unanswered'));
  expect((await grace.call('POST', '/applications/check-in', { userId: ada.id })).statusCode).toBe(200);
  const link = await readLink();
  await site.services.db.updateTable('guardians').set({ declined_at: new Date() }).execute();
  expect(await station()).toEqual(Array(3).fill('declined'));
  await site.services.db.updateTable('guardians').set({ declined_at: null }).execute();
  await follow('POST', link);
  expect(await station()).toEqual(Array(3).fill(undefined));
});

test('the export of applications says whose guardian was asked, whose has said yes, and who needs none', async () => {
  const id = await applyYoung();
  const bob = await signUp(site);
  const old = (await apply(30, undefined, bob)).json().data._id;
  const exported = async () => {
    const rows = (await grace.call('POST', '/applications/details', { ids: [id, old] })).json();
    const of = (_id: string) => rows.find((row: { _id: string }) => row._id === _id).guardian;
    return [of(id), of(old)];
  };
  expect(await exported()).toEqual(['asked', undefined]);
  await follow('POST', await readLink());
  expect(await exported()).toEqual(['confirmed', undefined]);
  site.services.event = { ...site.services.event, guardian: undefined };
  expect(await exported()).toEqual([undefined, undefined]);
});

test('blind review hides the address; the account takes it with it, with the email', async () => {
  const id = await applyYoung();
  await grace.call('PUT', '/reviews/blind', { blind: true });
  expect(await stateOf(id)).toEqual({ email: null, sentAt: expect.any(String) });
  await ada.call('DELETE', '/users/me');
  const { rows } = await site.database.pool.query(
    "select email from guardians union select recipient from mails where recipient = 'parent@example.org'",
  );
  expect(rows).toEqual([]);
});

test('an address opens sixty links in ten minutes and says yes twenty times; other addresses do not wait', async () => {
  const limited = await createTestApp({ rateLimitScale: 1 });
  const visit = async (method: 'GET' | 'POST', from = '192.0.2.1') =>
    (
      await anonymous(limited).call(
        method,
        `/guardian/${'x'.repeat(43)}`,
        method === 'POST' ? 'answer=yes' : undefined,
        {
          remoteAddress: from,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
      )
    ).statusCode;
  const visits = async (method: 'GET' | 'POST', count: number) => {
    const codes: number[] = [];
    for (let n = 0; n < count; n++) codes.push(await visit(method));
    return codes;
  };
  expect(await visits('GET', 61)).toEqual([...Array(60).fill(404), 429]);
  expect(await visits('POST', 21)).toEqual([...Array(20).fill(404), 429]);
  expect([await visit('GET', '192.0.2.2'), await visit('POST', '192.0.2.2')]).toEqual([404, 404]);
  limited.advance(600_000);
  expect([await visit('GET'), await visit('POST')]).toEqual([404, 404]);
  await limited.close();
});
