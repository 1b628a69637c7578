import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { checkInAtEntrance } from '../../testing/after-event.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
beforeEach(() => {
  site.services.event = { ...site.services.event, certificates: { signedBy: 'Grace Hopper', fonts: [] } };
});
afterAll(() => site.close());

/** Somebody who was checked in at the entrance. */
async function signUpAttendee(name: string): Promise<TestActor> {
  const who = await signUp(site, { name });
  await createApplicant(site, who);
  await checkInAtEntrance(site, who);
  return who;
}

/** The text of each page. */
async function readPages(pdf: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text } = await extractText(document, { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

const mine = (who: TestActor) => who.call('GET', '/certificates/mine');
const codeOf = async (answer: ReturnType<TestActor['call']>) => {
  const { statusCode, body } = await answer;
  return [statusCode, JSON.parse(body).code];
};

test('are for the person and for organizers only', async () => {
  for (const address of ['/certificates', '/certificates/all', '/certificates/mine'])
    expect((await anonymous(site).call('GET', address)).statusCode).toBe(401);
  const ada = await signUp(site);
  expect((await ada.call('GET', '/certificates')).statusCode).toBe(403);
  expect((await ada.call('GET', '/certificates/all')).statusCode).toBe(403);
  expect((await mine(grace)).statusCode).toBe(403);
});

test('an event without them has none, and its answers do not name them', async () => {
  site.services.event = { ...site.services.event, certificates: undefined };
  const ada = await signUpAttendee('Ada Lovelace');
  for (const answer of [
    mine(ada),
    grace.call('GET', '/certificates'),
    grace.call('GET', '/certificates/all'),
  ])
    expect(await codeOf(answer)).toEqual([404, 'not_found']);
});

test('who was checked in at the entrance has one page with their name, the event and its signature', async () => {
  const ada = await signUpAttendee('Ada Lovelace');
  const answer = await mine(ada);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="certificate.pdf"',
  });
  const [page, ...others] = await readPages(answer.rawPayload);
  expect(others).toEqual([]);
  for (const text of ['Certificate of participation', 'Ada Lovelace', 'took part in Overnight 2025'])
    expect(page).toContain(text);
  expect(page).toContain('ECG 101');
  expect(page).toContain('Grace Hopper');
});

test('prints an address at which everybody can see that it is genuine, and nothing more about the person', async () => {
  const ada = await signUpAttendee('Ada & Lovelace');
  const [page = ''] = await readPages((await mine(ada)).rawPayload);
  const [, path = ''] = /Verify it at https?:\/\/[^/]+\/api(\/certificate\/[\da-f-]{36})/.exec(page) ?? [];
  const all = (await readPages((await grace.call('GET', '/certificates/all')).rawPayload)).join();
  expect(all).toContain(path);
  const visit = (address: string) => anonymous(site).call('GET', address);
  const shown = await visit(path);
  expect(shown.statusCode).toBe(200);
  expect(shown.headers['cache-control']).toBe('no-store');
  for (const text of [
    'This certificate is genuine.',
    'Ada &amp; Lovelace',
    'took part in Overnight 2025',
    'noindex',
  ])
    expect(shown.body).toContain(text);
  // A chat shows the same sentence, and the picture of the event.
  const preview = /<meta property="og:description" content="(.*?)">/.exec(shown.body)?.[1];
  expect(preview).toMatch(
    /^It certifies that Ada &amp; Lovelace took part in Overnight 2025, .* at ECG 101\.$/,
  );
  expect(shown.body).toContain('<meta property="og:title" content="Certificate of participation">');
  expect(shown.body).toMatch(
    /<meta property="og:image" content="https?:\/\/[^/]+\/preview-[\da-f]{16}\.png">/,
  );
  for (const secret of [ada.id, ada.email]) expect(shown.body).not.toContain(secret);
  for (const wrong of [
    `${path.slice(0, -1)}${path.endsWith('0') ? 1 : 0}`,
    '/certificate/x',
    `/certificate/${ada.id}`,
  ])
    expect(await visit(wrong)).toMatchObject({
      statusCode: 404,
      body: expect.not.stringMatching(/Lovelace|og:/),
    });
  // People who were not there have no certificate.
  const { db } = site.services;
  const absent = await signUp(site);
  const { certificate_id } = await db
    .selectFrom('users')
    .select('certificate_id')
    .where('id', '=', absent.id)
    .executeTakeFirstOrThrow();
  expect((await visit(`/certificate/${certificate_id}`)).statusCode).toBe(404);
  site.services.event = { ...site.services.event, certificates: undefined };
  expect((await visit(path)).statusCode).toBe(404);
  await ada.call('DELETE', '/users/me');
  site.services.event = { ...site.services.event, certificates: { signedBy: 'Grace Hopper', fonts: [] } };
  expect((await visit(path)).statusCode).toBe(404);
});

test('has the name that organizers approved, whatever the person is called since', async () => {
  const ada = await signUpAttendee('Ada Byron');
  expect((await ada.call('PUT', '/users/me', { name: 'President Of Mars' })).statusCode).toBe(200);
  for (const answer of [mine(ada), grace.call('GET', '/certificates/all')]) {
    const pages = (await readPages((await answer).rawPayload)).join();
    expect(pages).toContain('Ada Byron');
    expect(pages).not.toContain('President');
  }
});

test('who was not checked in, only at lunch, or whose check-in was undone, has none', async () => {
  const absent = await signUp(site);
  await createApplicant(site, absent, { attending: true });
  expect(await codeOf(mine(absent))).toEqual([409, 'certificate_not_there']);
  await grace.call('POST', '/applications/check-in', { userId: absent.id, checkpoint: 'saturday-lunch' });
  expect(await codeOf(mine(absent))).toEqual([409, 'certificate_not_there']);
  const ada = await signUpAttendee('Undone Ada');
  await site.services.db
    .updateTable('check_ins')
    .set({ state: 'undone', undone_at: new Date() })
    .where('user_id', '=', ada.id)
    .execute();
  expect(await codeOf(mine(ada))).toEqual([409, 'certificate_not_there']);
});

test('before the event is over nobody takes one, and those that organizers print are genuine', async () => {
  const ada = await signUpAttendee('Early Ada');
  const { event } = site.services;
  const [day] = event.schedule;
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  site.services.event = {
    ...event,
    dates: { ...event.dates, end: tomorrow },
    schedule: [...event.schedule, { ...day!, date: tomorrow }],
  };
  expect(await codeOf(mine(ada))).toEqual([409, 'certificate_too_early']);
  const { certificate_id } = await site.services.db
    .selectFrom('users')
    .select('certificate_id')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow();
  const verify = async () => (await anonymous(site).call('GET', `/certificate/${certificate_id}`)).statusCode;
  expect(await verify()).toBe(200);
  site.services.event = event;
  expect((await mine(ada)).statusCode).toBe(200);
});

test.each([
  'Søren Kierkegård',
  'Nguyễn Thị Minh Khai',
  'Łukasz Żółć',
  'Дмитрий Менделеев',
  'Μαρία Κάλλας',
  'Ɔkɔmfo Anɔkye',
  'Kaʻiulani Kalākaua',
  "O'Brien-Smith",
])('prints %s whole', async (name) => {
  const [page] = await readPages((await mine(await signUpAttendee(name))).rawPayload);
  expect(page?.normalize('NFC')).toContain(name.normalize('NFC'));
});

test('a long name stays on the page', async () => {
  const name = 'Maximiliana-Konstantinopolitanische Wolfeschlegelsteinhausenbergerdorff'.padEnd(100, 'x');
  const { rawPayload } = await mine(await signUpAttendee(name));
  const document = await getDocumentProxy(new Uint8Array(rawPayload));
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const [, , width] = page.view as [number, number, number, number];
  for (const item of items as { transform: number[]; width: number }[])
    expect(item.transform[4]! + item.width).toBeLessThan(width - 44);
  const written = items.map((item) => ('str' in item ? item.str : '')).join('');
  expect(written.replaceAll(/\s/g, '')).toContain(name.replaceAll(/\s/g, ''));
});

test('a name that no typeface has is never printed with gaps: the person and the organizers are told', async () => {
  const yuki = await signUpAttendee('Yuki 雪 🚀');
  const { body } = await mine(yuki);
  expect(JSON.parse(body)).toMatchObject({ code: 'certificate_unprintable' });
  expect(JSON.parse(body).message).toContain('雪 🚀');
  const { count, unprintable } = (await grace.call('GET', '/certificates')).json();
  expect(unprintable).toEqual([{ name: 'Yuki 雪 🚀', characters: '雪 🚀' }]);
  const pages = await readPages((await grace.call('GET', '/certificates/all')).rawPayload);
  expect(pages).toHaveLength(count);
  expect(pages.join()).not.toContain('Yuki');
});

test('organizers get everybody in one PDF, by name, and that is recorded', async () => {
  const heidi = await signUpAdmin(site);
  const pages = await readPages((await heidi.call('GET', '/certificates/all')).rawPayload);
  const { rows } = {
    rows: await site.services.db
      .selectFrom('check_ins')
      .where('state', '=', 'admitted')
      .where('checkpoint', '=', 'entrance')
      .select('user_id')
      .execute(),
  };
  expect(pages).toHaveLength(rows.length - 1);
  const entries = site.services.db.selectFrom('audit').where('actor_id', '=', heidi.id).select('action');
  await expect
    .poll(async () => (await entries.execute()).map(({ action }) => action))
    .toEqual(['certificates.exported']);
});

test('without anybody there is no PDF', async () => {
  await site.services.db.deleteFrom('check_ins').execute();
  expect(await codeOf(grace.call('GET', '/certificates/all'))).toEqual([409, 'certificates_none']);
});
