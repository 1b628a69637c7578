import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkEvent } from '../../event/event-document.ts';
import { parseCsv } from '../../platform/parse-csv.ts';
import { anonymous, signUp, signUpAdmin, type TestActor, withCookie } from '../../testing/actors.ts';
import { checkInAtEntrance, openResumeBook, sponsorsAgreement } from '../../testing/after-event.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { submitForm } from '../../testing/forms.ts';
import { unzip } from '../../testing/zip.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  openResumeBook(site);
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const day = 24 * 3_600_000;
const agree = (who: TestActor, agreed: boolean) =>
  who.call('PUT', '/agreements/sponsors', { agreed, version: sponsorsAgreement.version });

/** An approved person with a resume, who agrees unless told otherwise. */
async function signUpPerson(
  name: string,
  {
    fields = {},
    agreed = true,
    approved = true,
  }: { fields?: object; agreed?: boolean; approved?: boolean } = {},
): Promise<TestActor> {
  const who = await signUp(site, { name });
  const sent = await submitForm(who, { ...fields });
  if (approved) await grace.call('PUT', `/applications/${sent.json().data._id}`, { status: 'approved' });
  if (agreed) await agree(who, true);
  return who;
}

const listNames = async (query = '') =>
  (await grace.call('GET', `/resume-book${query}`)).json().people.map(({ name }: { name: string }) => name);

function readZip(zip: Buffer) {
  const files = unzip(zip);
  const [, ...rows] = parseCsv(files.get('people.csv')!.toString());
  return {
    names: rows.map(([name]) => name),
    rows,
    files: [...files.keys()].filter((file) => /^resumes\//.test(file)),
  };
}

/** Creates a link for a sponsor; `open` is a browser that has opened it. */
async function createLink(body: object = {}) {
  const created = await grace.call('POST', '/resume-book/links', { name: 'Atlas Inc.', days: 7, ...body });
  const { url } = created.json();
  const token = new URL(url).hash.slice(1);
  const answer = await anonymous(site).call('POST', '/resume-book/shared', { token });
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const [{ _id }] = (await grace.call('GET', '/resume-book/links')).json();
  return { _id, token, answer, sponsor: withCookie(site, cookie) };
}

test('is for organizers only, and for whoever has opened a link', async () => {
  for (const address of ['/resume-book', '/resume-book/zip', '/resume-book/links']) {
    expect((await anonymous(site).call('GET', address)).statusCode).toBe(401);
    expect((await (await signUp(site)).call('GET', address)).statusCode).toBe(403);
  }
  for (const address of ['/resume-book/shared', '/resume-book/shared/zip'])
    for (const who of [anonymous(site), grace, withCookie(site, `resumes=${'x'.repeat(43)}`)]) {
      const answer = await who.call('GET', address);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'resume_link_ended']);
    }
});

test('an event needs an agreement for it that can be taken back', () => {
  const problems = (changes: object) => {
    try {
      checkEvent({ ...defaultDocument, resumeBook: { agreement: 'sponsors' }, ...changes });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(problems({})).toMatch(/resumeBook: agreement is not one of agreements: sponsors/);
  const unchosen = { resumeBook: { agreement: '' } };
  const first = 'first add an agreement that is not required, in Application form';
  expect(problems(unchosen)).toContain(`agreement has nothing to choose from: ${first}`);
  expect(problems({ ...unchosen, agreements: [sponsorsAgreement] })).toContain('agreement is missing');
  expect(problems({ agreements: [{ ...sponsorsAgreement, required: true }] })).toMatch(
    /must be able to revoke it/,
  );
  expect(problems({ agreements: [sponsorsAgreement] })).toBe('');
});

test('has approved people who agree, with their resumes, and nobody from the moment they take it back', async () => {
  const ada = await signUpPerson('Ada Lovelace');
  await signUpPerson('Bob Silent', { agreed: false });
  await signUpPerson('Cyd Pending', { approved: false });
  expect(await listNames()).toEqual(['Ada Lovelace']);
  const zip = readZip((await grace.call('GET', '/resume-book/zip')).rawPayload);
  expect(zip.names).toEqual(['Ada Lovelace']);
  expect(zip.files).toHaveLength(1);
  expect(zip.files[0]).toMatch(/^resumes\/Ada-Lovelace-[0-9a-f]{8}\.pdf$/);
  await agree(ada, false);
  expect(await listNames()).toEqual([]);
  expect(readZip((await grace.call('GET', '/resume-book/zip')).rawPayload).files).toEqual([]);
  await agree(ada, true);
  expect(await listNames()).toEqual(['Ada Lovelace']);
});

test('who agreed to an earlier version of the text is not in it', async () => {
  const version = { ...sponsorsAgreement, version: '2' };
  const before = site.services.event;
  site.services.event = { ...before, agreements: [version] };
  expect(await listNames()).toEqual([]);
  site.services.event = before;
  expect(await listNames()).toEqual(['Ada Lovelace']);
});

test('is filtered by track, by words of major, resume and skills, and by who was there', async () => {
  const dora = await signUpPerson('Dora Design', { fields: { major: 'Design', track: 'Clozyt Track' } });
  const emil = await signUpPerson('Emil Data', { fields: { major: 'Statistics' } });
  await checkInAtEntrance(site, emil);
  await site.services.db
    .updateTable('profiles')
    .set({ resume_text: 'Five years of 100% Rust' })
    .where('application_id', '=', (eb) =>
      eb.selectFrom('applications').select('id').where('user_id', '=', dora.id),
    )
    .execute();
  expect(await listNames()).toEqual(['Ada Lovelace', 'Dora Design', 'Emil Data']);
  expect(await listNames('?track=Clozyt%20Track')).toEqual(['Dora Design']);
  expect(await listNames('?q=STATIS')).toEqual(['Emil Data']);
  expect(await listNames('?q=design%20rust')).toEqual(['Dora Design']);
  expect(await listNames('?q=100%25')).toEqual(['Dora Design']);
  expect(await listNames('?q=100_')).toEqual([]);
  expect(await listNames('?checkedIn=yes')).toEqual(['Emil Data']);
  expect(readZip((await grace.call('GET', '/resume-book/zip?q=design%20rust')).rawPayload).names).toEqual([
    'Dora Design',
  ]);
});

test('a sponsor opens a link without an account, and downloads whoever agrees then, until the link ends', async () => {
  const { answer, sponsor, token } = await createLink({ filters: { track: 'Hacker Track' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const shared = (await sponsor.call('GET', '/resume-book/shared')).json();
  expect(shared).toMatchObject({ name: 'Atlas Inc.', event: 'Overnight 2025' });
  expect(shared.people.map(({ name }: { name: string }) => name)).toEqual(['Ada Lovelace', 'Emil Data']);
  const download = () => sponsor.call('GET', '/resume-book/shared/zip');
  expect(readZip((await download()).rawPayload).names).toEqual(['Ada Lovelace', 'Emil Data']);
  const fay = await signUpPerson('Fay New');
  expect(readZip((await download()).rawPayload).names).toContain('Fay New');
  await agree(fay, false);
  expect(readZip((await download()).rawPayload).names).not.toContain('Fay New');
  site.advance(7 * day + 1000);
  expect((await download()).json().code).toBe('resume_link_ended');
  expect((await sponsor.call('GET', '/resume-book/shared')).statusCode).toBe(404);
  expect((await anonymous(site).call('POST', '/resume-book/shared', { token })).statusCode).toBe(404);
  site.advance(-7 * day - 1000);
  expect((await download()).statusCode).toBe(200);
});

test('an organizer ends a link at once, and only once', async () => {
  const { _id, sponsor } = await createLink();
  expect((await sponsor.call('GET', '/resume-book/shared')).statusCode).toBe(200);
  expect((await grace.call('DELETE', `/resume-book/links/${_id}`)).statusCode).toBe(200);
  expect((await sponsor.call('GET', '/resume-book/shared')).statusCode).toBe(404);
  expect((await sponsor.call('GET', '/resume-book/shared/zip')).statusCode).toBe(404);
  expect((await grace.call('DELETE', `/resume-book/links/${_id}`)).statusCode).toBe(404);
});

test('the token is stored nowhere but as a hash, and no list has it', async () => {
  const { token } = await createLink({ name: 'Hash Inc.' });
  const rows = await site.services.db.selectFrom('resume_links').selectAll().execute();
  const audit = await site.services.db.selectFrom('audit').selectAll().execute();
  const listed = (await grace.call('GET', '/resume-book/links')).body;
  for (const text of [JSON.stringify(rows), JSON.stringify(audit), listed]) expect(text).not.toContain(token);
});

test('every download is in the audit: by whom, or by which link, and of how many', async () => {
  const { db } = site.services;
  const heidi = await signUpAdmin(site);
  const { _id, sponsor } = await createLink({ name: 'Audit Inc.' });
  await heidi.call('GET', '/resume-book/zip?checkedIn=yes');
  await sponsor.call('GET', '/resume-book/shared/zip');
  const entries = await db
    .selectFrom('audit')
    .where('action', '=', 'resumes.downloaded')
    .where((eb) => eb.or([eb('subject', '=', _id), eb('actor_id', '=', heidi.id)]))
    .select(['actor_id', 'subject', 'detail'])
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { actor_id: heidi.id, subject: 'resume-book', detail: { count: 1, filters: { checkedIn: 'yes' } } },
    { actor_id: null, subject: _id, detail: { link: 'Audit Inc.', count: 3, filters: {} } },
  ]);
  const [link] = (await grace.call('GET', '/resume-book/links')).json();
  expect(link).toMatchObject({ name: 'Audit Inc.', downloads: 1 });
});

test('a resume that cannot be read withholds no other', async () => {
  const { db, files } = site.services;
  const [row] = await db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .where('users.name', '=', 'Ada Lovelace')
    .select('storage_key as key')
    .execute();
  await files.remove(row!.key);
  const { rawPayload } = await grace.call('GET', '/resume-book/zip');
  const zip = unzip(rawPayload);
  expect(zip.get('missing.txt')!.toString()).toContain('Ada Lovelace');
  expect([...zip.keys()].filter((name) => name.includes('Emil'))).toHaveLength(1);
});

test('while review is blind organizers have no resume book', async () => {
  await grace.call('PUT', '/reviews/blind', { blind: true });
  for (const address of ['/resume-book', '/resume-book/zip'])
    expect((await grace.call('GET', address)).json().code).toBe('export_blind');
  await grace.call('PUT', '/reviews/blind', { blind: false });
});

test('an event without a resume book has none of it, for links of before neither', async () => {
  const { sponsor } = await createLink();
  const before = site.services.event;
  site.services.event = { ...before, resumeBook: undefined };
  for (const answer of [
    await grace.call('GET', '/resume-book'),
    await grace.call('GET', '/resume-book/zip'),
    await grace.call('GET', '/resume-book/links'),
    await grace.call('POST', '/resume-book/links', { name: 'Atlas Inc.', days: 7 }),
    await sponsor.call('GET', '/resume-book/shared'),
    await sponsor.call('GET', '/resume-book/shared/zip'),
  ])
    expect(answer.statusCode).toBe(404);
  site.services.event = before;
});

test.each([
  ['no name', { name: ' ' }],
  ['no day', { days: 0 }],
  ['more than a year', { days: 366 }],
  ['unknown filters', { filters: { age: 20 } }],
])('a link with %s is refused', async (_what, body) =>
  expect(
    (await grace.call('POST', '/resume-book/links', { name: 'Atlas Inc.', days: 7, ...body })).statusCode,
  ).toBe(400),
);

test('somebody who is too young is in it from the yes of their guardian on, and sponsors get no other', async () => {
  const { event } = site.services;
  site.services.event = { ...event, guardian: { question: 'age', under: 18 } };
  const young = await signUpPerson('Kid Young');
  const { sponsor } = await createLink();
  const shared = async () =>
    [
      (await listNames()).includes('Kid Young'),
      (await sponsor.call('GET', '/resume-book/shared')).body.includes('Kid Young'),
      readZip((await sponsor.call('GET', '/resume-book/shared/zip')).rawPayload).names.includes('Kid Young'),
    ] as const;
  expect(await shared()).toEqual([true, true, true]);
  const asked = {
    user_id: young.id,
    email: 'parent@example.org',
    link_id: 'x',
    token_hash: Buffer.from('x'),
  };
  await site.services.db
    .insertInto('guardians')
    .values({ ...asked, expires_at: new Date(), sent_at: new Date(), confirmed_at: null })
    .execute();
  expect(await shared()).toEqual([false, false, false]);
  await site.services.db.updateTable('guardians').set({ confirmed_at: new Date() }).execute();
  expect(await shared()).toEqual([true, true, true]);
  site.services.event = event;
});
