import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { channel } from '../../platform/live/notify.ts';
import { pushToPerson } from '../../platform/push/push-to-person.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { startPushService } from '../../testing/push-service.ts';

const [topic, other] = ['Software', 'Hardware'];
let site: TestApp;
let grace: TestActor;
let mina: TestActor;
let ada: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
  site.services.event.help = { topics: [topic, other] };
  mina = await createMentor('Mina Mentor');
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.services.db.deleteFrom('help_requests').execute();
  ada = await createHacker('Ada Lovelace');
});

async function createHacker(name?: string): Promise<TestActor> {
  const hacker = await signUp(site, { name });
  await createApplicant(site, hacker);
  return hacker;
}
async function createMentor(name: string): Promise<TestActor> {
  const mentor = await signUp(site, { name, role: 'mentor' });
  const answer = await mentor.call('PUT', '/help/mentors/me', { topics: [topic], onDuty: false });
  expect(answer.statusCode).toBe(200);
  return mentor;
}
async function ask(by: TestActor, fields: object = {}, id: string = crypto.randomUUID()) {
  const body = { topic, text: 'My build hangs', location: 'Table 7', ...fields };
  const answer = await by.call('PUT', `/help/requests/${id}`, body);
  return { id, status: answer.statusCode, code: answer.json().code };
}
const move = async (by: TestActor, id: string, state: string, note?: string) => {
  const answer = await by.call('POST', `/help/requests/${id}/state`, { state, note });
  return answer.json().code ?? answer.statusCode;
};
const listMine = async (by: TestActor) => (await by.call('GET', '/help/mine')).json().requests;
const getQueue = async (by: TestActor) => (await by.call('GET', '/help/queue')).json();

test('an event without a queue knows none of it', async () => {
  const { help } = site.services.event;
  expect((await anonymous(site).call('GET', '/event')).json().help).toEqual({ topics: [topic, other] });
  site.services.event.help = undefined;
  try {
    expect((await anonymous(site).call('GET', '/event')).json()).not.toHaveProperty('help');
    expect((await ask(ada)).status).toBe(404);
    expect((await ada.call('GET', '/help/mine')).statusCode).toBe(404);
    for (const path of ['/help/queue', '/help/mine'])
      expect((await (path === '/help/mine' ? ada : grace).call('GET', path)).statusCode).toBe(404);
    expect((await grace.call('PUT', '/help/mentors/me', { topics: [], onDuty: true })).statusCode).toBe(404);
  } finally {
    site.services.event.help = help;
  }
});

test('a request ends with the approval of whoever asked, whichever way that ends', async () => {
  const decide = async (of: TestActor, status: string) => {
    const { _id } = (await of.call('GET', '/applications/me')).json().data;
    return grace.call('PUT', `/applications/${_id}`, { status });
  };
  const ways: [string, (person: TestActor) => Promise<{ statusCode: number }>][] = [
    ['withdraws', (person) => person.call('POST', '/applications/withdraw')],
    ['is rejected', (person) => decide(person, 'rejected')],
    ['deletes the account', (person) => person.call('DELETE', '/users/me')],
  ];
  for (const [way, go] of ways) {
    const person = await createHacker('Penny Past');
    const { id } = await ask(person, { text: 'Words of Penny' });
    await move(mina, id, 'claimed');
    expect((await go(person)).statusCode, way).toBeLessThan(300);
    expect(JSON.stringify(await getQueue(mina)), way).not.toContain('Penny');
    expect(['help_ended', 'not_found'], way).toContain(await move(mina, id, 'waiting'));
  }
  const back = await createHacker('Bea Back');
  await ask(back);
  await decide(back, 'rejected');
  expect((await ask(back)).code).toBe('forbidden');
  await decide(back, 'approved');
  expect((await ask(back)).status).toBe(200);
});

test('somebody asks, sees the place in the queue and who comes, and rates the help', async () => {
  const eve = await createHacker('Eve Early');
  await ask(eve);
  site.advance(1000);
  const { id } = await ask(ada);
  await ask(await createHacker(), { topic: other });
  expect(await listMine(ada)).toMatchObject([
    { state: 'waiting', ahead: 1, mentor: null, location: 'Table 7' },
  ]);
  const { requests, me } = await getQueue(mina);
  expect(requests.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual([
    'Eve Early',
    'Ada Lovelace',
  ]);
  expect(me).toEqual({ topics: [topic], onDuty: false });

  expect(await move(mina, id, 'claimed')).toBe(200);
  expect(await listMine(ada)).toMatchObject([{ state: 'claimed', mentor: { name: 'Mina Mentor' } }]);
  expect(await move(mina, id, 'solved', 'Wrong flag')).toBe(200);
  const rate = async (by: TestActor, rating: number) =>
    (await by.call('POST', `/help/requests/${id}/state`, { state: 'solved', rating })).statusCode;
  expect([await rate(mina, 5), await rate(eve, 5), await rate(ada, 6)]).toEqual([403, 404, 400]);
  expect(await rate(ada, 4)).toBe(200);
  const [solved] = await listMine(ada);
  expect(solved).toMatchObject({ state: 'solved', rating: 4 });
  expect(JSON.stringify(solved)).not.toContain('Wrong flag');
  expect(await getQueue(mina)).not.toHaveProperty('overview');
  const { mentors, hours } = (await getQueue(grace)).overview;
  expect(mentors).toMatchObject([{ name: 'Mina Mentor', email: null, solved: 1, rating: 4, onDuty: false }]);
  const invited = { email: 'invited@example.org', role: 'mentor' };
  expect((await grace.call('POST', '/volunteers', invited)).statusCode).toBe(201);
  expect((await getQueue(grace)).overview.mentors[0]).toMatchObject({ name: '', email: invited.email });
  expect(hours).toMatchObject([
    { topic: other, count: 1, wait: null },
    { topic, count: 2, wait: expect.any(Number) },
  ]);
});

test('a request goes back with a note, keeps its place, and can be claimed again; repeats change nothing', async () => {
  const nora = await createMentor('Nora Next');
  const { id } = await ask(ada);
  expect([await move(mina, id, 'claimed'), await move(mina, id, 'claimed')]).toEqual([200, 200]);
  expect(await move(nora, id, 'claimed')).toBe('help_taken');
  expect(await move(nora, id, 'waiting')).toBe('help_taken');
  expect(await move(mina, id, 'waiting', 'Needs a soldering iron')).toBe(200);
  expect((await getQueue(nora)).requests).toMatchObject([{ mentor: null, note: 'Needs a soldering iron' }]);
  expect([await move(nora, id, 'claimed'), await move(nora, id, 'solved')]).toEqual([200, 200]);
  expect(await move(nora, id, 'solved')).toBe(200);
  expect(await move(mina, id, 'claimed')).toBe('help_ended');
});

test('whoever asked can cancel or solve it, nobody else; mentors do not ask', async () => {
  const eve = await createHacker();
  const { id } = await ask(ada);
  expect(await move(eve, id, 'cancelled')).toBe('not_found');
  expect(await move(mina, id, 'cancelled')).toBe('forbidden');
  expect(await move(mina, id, 'solved')).toBe('help_taken');
  expect(await move(ada, id, 'claimed')).toBe('forbidden');
  expect([await move(ada, id, 'cancelled'), await move(ada, id, 'solved')]).toEqual([200, 'help_ended']);
  expect(await ask(mina)).toMatchObject({ status: 403 });
});

test('one open request each, one line, a topic of the event, approved people', async () => {
  const { id } = await ask(ada);
  expect(await ask(ada, {}, id)).toMatchObject({ status: 200 });
  expect(await ask(ada)).toMatchObject({ code: 'help_open' });
  const eve = await createHacker();
  expect(await ask(eve, {}, id)).toMatchObject({ code: 'not_found' });
  expect(await ask(eve, { topic: 'Cooking' })).toMatchObject({ code: 'unknown_topic' });
  expect(await ask(eve, { text: 'x'.repeat(141) })).toMatchObject({ status: 400 });
  expect(await ask(eve, { text: ' ' })).toMatchObject({ status: 400 });
  expect(await ask(await signUp(site))).toMatchObject({ status: 403 });
});

test('the same mentor can be asked again, and going on duty shows', async () => {
  await ask(ada, { wanted: mina.id });
  expect((await getQueue(mina)).requests[0].wanted).toEqual({ _id: mina.id, name: 'Mina Mentor' });
  const duty = { topics: [other], onDuty: true };
  expect((await mina.call('PUT', '/help/mentors/me', duty)).statusCode).toBe(200);
  expect((await getQueue(mina)).me).toEqual(duty);
  expect((await ada.call('GET', '/help/mine')).json().mentorsOnDuty).toBe(1);
  await mina.call('PUT', '/help/mentors/me', { topics: [topic], onDuty: false });
  const eve = await createHacker();
  expect(await ask(eve, { wanted: ada.id })).toMatchObject({ status: 200 });
});

test('a mentor is invited like a volunteer, and what a removed one has claimed waits again', async () => {
  const email = 'new.mentor@example.org';
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect((await grace.call('POST', '/volunteers', { email, role: 'mentor' })).statusCode).toBe(201);
  const mails = await site.services.db
    .selectFrom('mails')
    .where('recipient', '=', email)
    .selectAll()
    .execute();
  expect(mails.map(({ text }) => text.includes('/help#from-email'))).toEqual([true]);

  const nora = await createMentor('Nora Leaves');
  const { id } = await ask(ada);
  await move(nora, id, 'claimed');
  expect((await grace.call('DELETE', `/volunteers/${nora.id}`)).statusCode).toBe(200);
  expect((await nora.call('GET', '/help/queue')).statusCode).toBe(401);
  expect((await ada.call('GET', '/help/queue')).statusCode).toBe(403);
  expect(await listMine(ada)).toMatchObject([{ state: 'waiting', mentor: null }]);
});

test('the queue hears of a removed mentor, and of no other change of a role', async () => {
  const listener = await site.database.pool.connect();
  const topics: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => topics.push(payload));
  await listener.query(`listen ${channel}`);
  try {
    const vera = await signUp(site, { name: 'Vera Volunteer', role: 'volunteer' });
    const nora = await createMentor('Nora Leaves');
    await listener.query('select 1');
    topics.length = 0;
    expect((await grace.call('DELETE', `/volunteers/${vera.id}`)).statusCode).toBe(200);
    await listener.query('select 1');
    expect(topics).not.toContain('help');
    expect((await grace.call('DELETE', `/volunteers/${nora.id}`)).statusCode).toBe(200);
    await listener.query('select 1');
    expect(topics).toContain('help');
  } finally {
    await listener.query('unlisten *');
    listener.release();
  }
});

test('with an account its requests go, and they are in what a person downloads', async () => {
  await ask(ada);
  const { rows } = await site.database.pool.query('select count(*)::int from help_requests');
  expect(rows).toEqual([{ count: 1 }]);
  expect((await ada.call('DELETE', '/users/me')).statusCode).toBe(200);
  expect((await getQueue(mina)).requests).toEqual([]);
});

test('whoever is next or has been claimed is notified on their device, once', async () => {
  const push = await startPushService();
  const { services } = site;
  services.config.push = { origins: [push.origin], timeout: 10_000 };
  services.event.pushNotifications = true;
  try {
    const eve = await createHacker('Eve First');
    for (const person of [eve, ada])
      expect((await person.call('PUT', '/push-subscription', push.createDevice())).statusCode).toBe(200);
    const { id } = await ask(eve);
    site.advance(1000);
    await ask(ada);
    await move(mina, id, 'claimed');
    await move(mina, id, 'waiting');
    const { rows } = await site.database.pool.query(`select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'push-to-person' order by j.id`);
    for (const { payload } of rows) await pushToPerson(services, payload);
    expect(push.received.map(({ message }) => message)).toMatchObject([
      { title: 'Mina Mentor comes to you', body: 'Stay where you are: Table 7.', tag: id, url: '/dashboard' },
      { title: `Next: ${topic}`, url: '/dashboard' },
    ]);
    // Too late, it says nothing any more.
    site.advance(3_600_000);
    await pushToPerson(services, rows[0].payload);
    site.advance(-3_600_000);
    expect(push.received).toHaveLength(2);
  } finally {
    services.event.pushNotifications = false;
    await push.close();
  }
});
