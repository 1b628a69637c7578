import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyRetention } from '../../operations/retention/retention.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor, withCookie } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { listCodes } from '../../testing/codes.ts';
import { askQuestions } from '../../testing/questions.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  site.services.event.walkIns = true;
  grace = await signUpAdmin(site, 'Grace Hopper');
  await openRegistration(true);
});
afterAll(() => site.close());

let count = 0;
function createPerson(name = 'Wanda Walk') {
  count += 1;
  return { name, email: `wanda.${count}@example.org`, tShirtSize: 'M', dietaryRestrictions: 'vegan' };
}
const register = (id: string, person: object, remoteAddress?: string) =>
  anonymous(site).call('PUT', `/walk-ins/${id}`, person, { remoteAddress });
const admit = (id: string, sent: { at?: string; person?: object } = {}, by = grace) =>
  by.call('PUT', `/walk-ins/${id}/check-in`, sent);
const openRegistration = (opened: boolean) => grace.call('PUT', '/walk-ins/registration', { opened });
const listNames = async () =>
  (await grace.call('GET', '/walk-ins')).json().map(({ name }: { name: string }) => name);

/** Signs in by the code of an email, and returns who that is. */
async function signInByEmail(email: string): Promise<TestActor> {
  await anonymous(site).call('POST', '/auth/email/start', { email });
  const code = (await listCodes(site, email)).at(-1);
  const answer = await anonymous(site).call('POST', '/auth/email/verify', { email, code });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { ...withCookie(site, cookie), id: answer.json().user._id, email };
}

test('an event without walk-ins knows none of it', async () => {
  expect((await anonymous(site).call('GET', '/event')).json().walkIns).toBe(true);
  site.services.event.walkIns = false;
  try {
    const id = crypto.randomUUID();
    const person = createPerson();
    expect((await anonymous(site).call('GET', '/event')).json()).not.toHaveProperty('walkIns');
    expect((await register(id, person)).statusCode).toBe(404);
    expect((await grace.call('GET', '/walk-ins')).statusCode).toBe(404);
    expect((await anonymous(site).call('GET', `/walk-ins/${id}`)).statusCode).toBe(404);
    expect((await admit(id, { person })).statusCode).toBe(404);
    expect((await grace.call('DELETE', `/walk-ins/${id}`)).statusCode).toBe(404);
  } finally {
    site.services.event.walkIns = true;
  }
});

test('people register on the days of the event, and on others when an organizer has opened it', async () => {
  const { event } = site.services;
  const { dates, timezone } = event;
  const getState = async () => (await anonymous(site).call('GET', '/walk-ins/registration')).json();
  const submit = async () => {
    const answer = await register(crypto.randomUUID(), createPerson('Otto Other'));
    return [answer.statusCode, answer.json().code ?? 'registered'];
  };
  const closed = `Registration at the entrance is open on ${dates.label}. An organizer can open it on other days.`;
  try {
    await openRegistration(false);
    expect(await submit()).toEqual([409, 'walk_ins_closed']);
    expect(await getState()).toEqual({ open: false, opened: false, message: closed });
    await openRegistration(true);
    expect(await submit()).toEqual([200, 'registered']);
    expect(await getState()).toEqual({ open: true, opened: true });
    await openRegistration(false);
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(site.services.now());
    for (const [start, end, expected] of [
      [today, today, 'registered'],
      ['2020-01-01', today, 'registered'],
      ['2020-01-01', '2020-01-02', 'walk_ins_closed'],
    ] as const) {
      event.dates = { ...dates, start, end };
      expect((await submit())[1]).toBe(expected);
    }
    // An organizer who stands there decides on their own.
    event.dates = dates;
    expect((await admit(crypto.randomUUID(), { person: createPerson() })).statusCode).toBe(200);
  } finally {
    event.dates = dates;
    await openRegistration(true);
  }
});

test('the newest walk-in is first', async () => {
  const names = ['Early Bird', 'Late Riser'];
  for (const name of names) {
    await register(crypto.randomUUID(), createPerson(name));
    site.advance(1000);
  }
  expect((await listNames()).slice(0, 2)).toEqual(names.toReversed());
});

test('what is typed follows the rules of the application form', async () => {
  const id = crypto.randomUUID();
  for (const [wrong, status] of [
    [{ name: ' ' }, 400],
    [{ email: 'nobody' }, 400],
    [{ tShirtSize: 'XXXL' }, 400],
    [{ dietaryRestrictions: 'stones' }, 400],
    [{ dietaryRestrictions: 'other:' }, 400],
    [{ track: 'No Track' }, 400],
    [{ track: 'Startup Track' }, 400],
  ] as const)
    expect((await register(id, { ...createPerson(), ...wrong })).statusCode).toBe(status);
  expect((await admit(id)).statusCode).toBe(404);
});

test('a person registers, corrects it, is admitted once, has a pass at once, and claims the account', async () => {
  const id = crypto.randomUUID();
  const person = createPerson('Wanda Wlak');
  for (let repeat = 0; repeat < 2; repeat += 1) expect((await register(id, person)).statusCode).toBe(200);
  await register(id, { ...person, name: 'Wanda Walk', track: 'Clozyt Track' });
  expect((await listNames()).filter((name: string) => name.startsWith('Wanda W'))).toEqual(['Wanda Walk']);

  const getStanding = async () => (await anonymous(site).call('GET', `/walk-ins/${id}`)).json();
  expect(await getStanding()).toEqual({ admitted: false });
  const admitted = await admit(id);
  expect(await getStanding()).toEqual({ admitted: true });
  expect(admitted.statusCode).toBe(200);
  const { data, message } = admitted.json();
  expect([message, data.name, data.checkpoint]).toEqual(['Checked in', 'Wanda Walk', 'entrance']);
  expect(await listNames()).not.toContain('Wanda Walk');
  for (const by of [grace, await signUpAdmin(site)])
    expect((await admit(id, {}, by)).json().data).toEqual(data);
  await register(id, { ...person, name: 'Mallory' });

  const lunch = { userId: data.userId, checkpoint: 'saturday-lunch' };
  expect((await grace.call('POST', '/applications/check-in', lunch)).statusCode).toBe(200);
  const roster = (await grace.call('GET', '/check-ins/roster')).json().people;
  expect(roster).toContainEqual(expect.objectContaining({ userId: data.userId, name: 'Wanda Walk' }));

  const wanda = await signInByEmail(person.email);
  expect(wanda.id).toBe(data.userId);
  const { user } = (await wanda.call('GET', '/auth/user')).json();
  expect(user).toMatchObject({ name: 'Wanda Walk', qrCode: expect.stringContaining('data:image') });
  expect((await wanda.call('GET', '/applications/me')).json().data).toMatchObject({
    status: 'approved',
    track: 'Clozyt Track',
    tShirtSize: 'M',
  });
  const kept = await site.services.db.selectFrom('walk_ins').where('id', '=', id).selectAll().execute();
  expect(kept).toMatchObject([{ name: '', email: '', dietary_restrictions: '', user_id: data.userId }]);
});

test('somebody who has signed in is told that they wait, by their own verified address only, until they are admitted', async () => {
  const id = crypto.randomUUID();
  const ada = await signUp(site);
  const bob = await signUp(site);
  const read = async (who: TestActor) => (await who.call('GET', '/users/me')).json().data.walkIn;
  await register(id, { ...createPerson('Ada Waits'), email: ada.email });
  expect([await read(ada), await read(bob)]).toEqual([{ name: 'Ada Waits' }, undefined]);
  const verify = (email_verified: boolean) =>
    site.services.db.updateTable('users').set({ email_verified }).where('id', '=', ada.id).execute();
  await verify(false);
  expect(await read(ada)).toBeUndefined();
  await verify(true);
  expect((await admit(id)).statusCode).toBe(200);
  expect(await read(ada)).toBeUndefined();
});

test('an offline station admits somebody whom no list has, with the time of the admission', async () => {
  const id = crypto.randomUUID();
  const at = new Date(Date.now() - 600_000).toISOString();
  const person = createPerson('Olga Offline');
  const first = await admit(id, { person, at });
  expect(first.json().data).toMatchObject({ name: 'Olga Offline', checkedInAt: at });
  expect((await admit(id, { person, at })).json()).toEqual(first.json());
  // Another station had her in its list too.
  const again = await admit(crypto.randomUUID(), { person });
  expect([again.statusCode, again.json().code]).toEqual([409, 'walk_in_registered']);
  const tagged = { ...person, email: person.email.replace('@', '+two@') };
  const second = await admit(crypto.randomUUID(), { person: tagged });
  expect([second.statusCode, second.json().code]).toEqual([409, 'walk_in_registered']);
});

test('an organizer takes back the check-in of a walk-in by its id; the person keeps the pass', async () => {
  const id = crypto.randomUUID();
  const { data } = (await admit(id, { person: createPerson('Ursel Undone') })).json();
  const body = { userId: id, at: new Date().toISOString(), after: 5 };
  const undo = (by: TestActor) => by.call('DELETE', `/check-ins/keys/${id}`, body);
  expect((await undo(await signUpAdmin(site))).statusCode).toBe(403);
  for (let repeat = 0; repeat < 2; repeat += 1) expect((await undo(grace)).statusCode).toBe(200);
  expect((await admit(id)).json().code).toBe('check_in_undone');
  const again = { userId: data.userId };
  expect((await grace.call('POST', '/applications/check-in', again)).statusCode).toBe(200);
});

test('only organizers admit walk-ins, and what is wrong in the form is named', async () => {
  const id = crypto.randomUUID();
  const person = createPerson('Vic Volunteer');
  await register(id, person);
  const refused = await admit(id, { person }, await signUp(site, { role: 'volunteer' }));
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
  expect(await listNames()).toContain('Vic Volunteer');
  const wrong = await admit(crypto.randomUUID(), { person: { ...person, email: 'nobody' } });
  expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'invalid_input']);
  expect(Object.keys(wrong.json().fields)).toEqual(['person.email']);
  expect((await admit('not-an-id', { person })).statusCode).toBe(404);
});

test('two forms of one person are admitted as one', async () => {
  const person = createPerson('Dora Double');
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [one, other]) await register(id, person);
  expect((await admit(one)).statusCode).toBe(200);
  expect(await listNames()).not.toContain('Dora Double');
  const again = await admit(other);
  expect([again.statusCode, again.json().code]).toEqual([409, 'already_checked_in']);
});

test('somebody with an account and no application is admitted into it; whoever has applied is not', async () => {
  const account = await signUp(site, { name: 'Ada Account' });
  const fields = { ...createPerson('Typed Name'), email: account.email };
  const admitted = await admit(crypto.randomUUID(), { person: fields });
  expect(admitted.json().data).toMatchObject({ userId: account.id, name: 'Ada Account' });

  for (const who of [
    ...(['pending', 'approved', 'rejected'] as const).map(async (status) => {
      const hacker = await signUp(site);
      await createApplicant(site, hacker, { status });
      return hacker;
    }),
    signUp(site, { role: 'volunteer' as const }),
    signUpAdmin(site),
  ]) {
    const { email } = await who;
    const id = crypto.randomUUID();
    await register(id, { ...createPerson(), email });
    const refused = await admit(id);
    // Their page then says that they are off the list.
    expect((await anonymous(site).call('GET', `/walk-ins/${id}`)).statusCode).toBe(404);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'walk_in_registered']);
  }
});

test('the wrong address on a form gives nobody an account of somebody else', async () => {
  const person = createPerson('Mallory');
  await admit(crypto.randomUUID(), { person });
  // Whoever has the address gets the account; a provider that has not verified it does not.
  const owner = await signInByEmail(person.email);
  expect((await owner.call('GET', '/auth/user')).json().user.name).toBe('Mallory');
});

test('an organizer removes an entry; what nobody admits is deleted after two days', async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await register(one, createPerson('Joke One'));
  await register(other, createPerson('Left Again'));
  expect((await grace.call('DELETE', `/walk-ins/${one}`)).statusCode).toBe(200);
  expect((await grace.call('DELETE', `/walk-ins/${one}`)).statusCode).toBe(200);
  expect(await listNames()).not.toContain('Joke One');
  await applyRetention(site.services);
  expect(await listNames()).toContain('Left Again');
  site.advance(49 * 3_600_000);
  await applyRetention(site.services);
  site.advance(-49 * 3_600_000);
  expect(await listNames()).not.toContain('Left Again');
});

/** Registers this many people from a network, some at once; returns the statuses. */
async function registerMany(count: number, name: string, addressOf: (each: number) => string) {
  const statuses: number[] = [];
  for (let each = 0; each < count; each += 10) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(10, count - each) }, (_, one) =>
        register(crypto.randomUUID(), createPerson(`${name} ${each + one}`), addressOf(each + one)),
      ),
    );
    statuses.push(...answers.map(({ statusCode }) => statusCode));
    site.advance(100);
  }
  return statuses;
}
const countOf = async (name: string) =>
  (await listNames()).filter((each: string) => each.startsWith(name)).length;

test('invented walk-ins do not close the registration: theirs give way, and nobody who has waited a minute', async () => {
  expect((await grace.call('DELETE', '/walk-ins')).statusCode).toBe(200);
  const venue = () => '10.20.0.1';
  expect(await registerMany(20, 'Early', venue)).toEqual(Array(20).fill(200));
  site.advance(60_000);
  // Two networks, one of them the whole /48 of an IPv6 customer.
  const attackers = (each: number) => (each % 2 ? '10.20.0.2' : `2001:db8:7:${each.toString(16)}::1`);
  const invented = await registerMany(400, 'Invented', attackers);
  expect([invented.slice(0, 280), invented.at(-1)]).toEqual([Array(280).fill(200), 409]);
  expect(await registerMany(60, 'Real', venue)).toEqual(Array(60).fill(200));
  expect(await registerMany(50, 'Invented', attackers)).toEqual(Array(50).fill(409));
  expect([await countOf('Early'), await countOf('Real'), await countOf('Invented')]).toEqual([20, 60, 220]);

  // After a minute everybody stays; the organizers remove all.
  site.advance(60_000);
  expect((await register(crypto.randomUUID(), createPerson('Late'), '10.20.0.3')).json().code).toBe(
    'walk_ins_full',
  );
  const volunteer = await signUp(site, { role: 'volunteer' });
  expect((await volunteer.call('DELETE', '/walk-ins')).statusCode).toBe(403);
  expect((await grace.call('DELETE', '/walk-ins')).statusCode).toBe(200);
  expect(await listNames()).toEqual([]);
  expect(await registerMany(1, 'Late', venue)).toEqual([200]);
});

test('the one address of the venue registers sixty people a minute, who correct what they sent', async () => {
  const limited = await createTestApp({ rateLimitScale: 1 });
  limited.services.event.walkIns = true;
  const organizer = await signUpAdmin(limited);
  await organizer.call('PUT', '/walk-ins/registration', { opened: true });
  for (let each = 0; each < 60; each += 1) {
    const id = crypto.randomUUID();
    for (let sent = 0; sent < 1 + (each % 2); sent += 1)
      expect((await anonymous(limited).call('PUT', `/walk-ins/${id}`, createPerson())).statusCode).toBe(200);
  }
  expect((await organizer.call('GET', '/walk-ins')).json()).toHaveLength(60);
  await limited.close();
});

test('a walk-in answers and agrees to what the event requires of everybody, before they are in', async () => {
  const { services } = site;
  const before = services.event;
  services.event = {
    ...before,
    agreements: [
      {
        id: 'conduct',
        version: '2',
        title: 'Code of conduct',
        text: 'I keep to it.',
        links: [],
        required: true,
      },
      { id: 'news', version: '1', title: 'News', text: 'Send me news.', links: [], required: false },
    ],
    guardian: { question: 'age', under: 18 },
  };
  const asked = { required: false, sensitive: false, visibleTo: [] };
  askQuestions(site, [
    { ...asked, id: 'age', type: 'number', label: 'Age' },
    {
      ...asked,
      id: 'allergies',
      type: 'several',
      label: 'Allergies',
      options: ['Nuts', 'Milk'],
      required: true,
    },
    { ...asked, id: 'laptop', type: 'text', label: 'Laptop' },
  ]);
  try {
    const id = crypto.randomUUID();
    const person = createPerson('Yara Young');
    const bare = await register(id, person);
    expect([bare.statusCode, bare.json().message]).toEqual([
      400,
      'Please fill in all required fields: Age, Allergies',
    ]);
    const form = { answers: { age: '16', allergies: ['Nuts'] } };
    expect((await register(id, { ...person, ...form })).json().fields).toEqual({
      guardianEmail: 'Please fill this in',
      'agreements.conduct': 'Please accept: Code of conduct',
    });
    const guardianEmail = 'parent@example.org';
    const old = { ...person, ...form, guardianEmail, agreements: { conduct: '1' } };
    expect((await register(id, old)).json().code).toBe('apply_agreement');
    expect((await register(id, { ...old, agreements: { conduct: '2' } })).statusCode).toBe(200);

    // Another version while they wait: nobody comes in with the one before, until they have read it.
    const [conduct] = services.event.agreements;
    services.event.agreements[0] = { ...conduct!, version: '3' };
    const refused = await admit(id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Not complete yet: Please accept: Code of conduct. Let them fill in the form again, or enter them by hand.',
    ]);
    expect((await register(id, { ...old, agreements: { conduct: '3' } })).statusCode).toBe(200);
    const admitted = await admit(id);
    expect(admitted.statusCode).toBe(200);
    const { userId } = admitted.json().data;
    const shown = (await grace.call('GET', '/applications')).json();
    const { _id } = shown.find(({ user }: { user: { _id: string } }) => user._id === userId);
    expect((await grace.call('GET', `/applications/${_id}`)).json()).toMatchObject({
      status: 'approved',
      answers: [
        { id: 'age', value: '16' },
        { id: 'allergies', value: 'Nuts' },
      ],
      agreements: [{ id: 'conduct', version: '3' }],
      guardian: { email: guardianEmail },
    });
    const left = await services.db.selectFrom('walk_ins').select('form').where('id', '=', id).execute();
    expect(left).toEqual([{ form: {} }]);
    expect((await admit(crypto.randomUUID(), { person: createPerson() })).statusCode).toBe(400);
  } finally {
    services.event = before;
  }
});
