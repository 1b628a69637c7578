import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SectionState, Settings, SettingsSection } from '../../../contract/event/settings.ts';
import { buildApp } from '../../app.ts';
import { remindBorrower } from '../../event-day/lending/lending.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { submitForm } from '../../testing/forms.ts';
import { parseEvent } from '../event-document.ts';
import { openServices } from './open-event.ts';
import { selectNewestVersion } from './settings.queries.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
});
afterAll(() => site.close());

const save = async (section: SettingsSection, changes: object) => {
  const { sections } = (await grace.call('GET', '/settings')).json<Settings>();
  const { version, values } = sections.find((one) => one.section === section)!;
  const answer = await grace.call('PUT', `/settings/${section}`, {
    version,
    values: { ...values, ...changes },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<SectionState>();
};
const listSubjects = async (recipient: string) => {
  const rows = await site.services.db
    .selectFrom('mails')
    .where('recipient', '=', recipient)
    .select('subject')
    .orderBy('created_at')
    .execute();
  return rows.map(({ subject }) => subject);
};

/** The fields that may have several lines, each by the last name of its path, and in which part of the event. */
const severalLines =
  /^(hero\.lede|faq\.\d+\.answer|organizers|(tracks\.\d+\.)(summary|description\.(body|videoText))|agreements\.\d+\.text|emails\.\w+\.text|(rubric|projects\.rubrics)\.[\w-]+\.\d+\.description)$/;

/** Calls `visit` with each text of a value and its path; what it returns takes the place of the text. */
function mapTexts(
  value: unknown,
  visit: (text: string, path: string) => string,
  path: string[] = [],
): unknown {
  if (typeof value === 'string') return visit(value, path.join('.'));
  if (Array.isArray(value)) return value.map((one, at) => mapTexts(one, visit, [...path, String(at)]));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, mapTexts(one, visit, [...path, key])]),
  );
}

const fullEvent = {
  ...defaultDocument,
  organizers: 'We are students.',
  emails: { received: { subject: 'We have it', text: 'Hello {name}' } },
  lending: { hours: 4, things: ['12 VR headset'], photos: [] },
  help: { topics: ['Web pages'] },
  certificates: { signedBy: 'Ada Lovelace, dean', fonts: [] },
  schools: ['School of Owls'],
  agreements: [
    {
      ...{ id: 'rules', version: '1 a', title: 'The rules', text: 'I keep them.', required: false },
      links: [{ label: 'The rules', url: 'https://example.org/rules' }],
    },
  ],
};

test('no field has a line break, except those of several lines', () => {
  const broken = mapTexts(fullEvent, (text) => text.replaceAll(' ', ' \r\n\u2028 '));
  const parsed = parseEvent(broken);
  expect(parsed).not.toHaveProperty('mistakes');
  const paths: string[] = [];
  mapTexts((parsed as { event: object }).event, (text, path) => {
    if (/[\r\n\u2028]/.test(text)) paths.push(path);
    return text;
  });
  expect(paths.filter((path) => !severalLines.test(path))).toEqual([]);
  expect(paths).toContain('hero.lede');
});

test('a line break in the name, place, subject or thing that an organizer saves stops no email', async () => {
  await save('event', { name: 'Owl\nHack', place: 'Hall\r\n7' });
  await save('mail', { emails: { received: { subject: 'At {event},\n{place}', text: 'Hello {name}' } } });
  await save('switches', { lending: { hours: 4, things: ['12 VR\n headset'] } });
  expect((await anonymous(site).call('GET', '/event')).json()).toMatchObject({
    name: 'Owl Hack',
    place: 'Hall 7',
  });
  expect(
    (await anonymous(site).call('POST', '/auth/email/start', { email: 'ada@example.org' })).statusCode,
  ).toBe(200);
  expect(await listSubjects('ada@example.org')).toEqual([expect.stringContaining('Owl Hack')]);

  const lin = await signUp(site, { name: 'Lin' });
  expect((await submitForm(lin)).statusCode).toBe(201);
  expect((await listSubjects(lin.email)).at(-1)).toBe('At Owl Hack, Hall 7');

  const eve = await signUp(site, { name: 'Eve' });
  await createApplicant(site, eve);
  const loan = { number: '12', userId: eve.id };
  expect((await grace.call('PUT', `/lending/scans/${crypto.randomUUID()}`, loan)).statusCode).toBe(200);
  const { rows } = await site.database.pool.query(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'remind-borrower'`,
  );
  await remindBorrower(site.services, rows[0].payload);
  expect((await listSubjects(eve.email)).at(-1)).toBe('Please bring back: VR headset 12');
});

test('what was stored with line breaks before is one line at the next start', async () => {
  const { db, config, log } = site.services;
  const { version, document } = (await selectNewestVersion(db))!;
  const stored = { ...document, name: 'Night\nof the Owls', place: 'Hall\n8' };
  await db
    .insertInto('events')
    .values({
      version: version + 1,
      document: JSON.stringify(stored),
      sections: ['event'],
      origin: 'save',
      by: grace.id,
    })
    .execute();
  const services = await openServices({ db, config, log });
  const app = await buildApp(services, { dist: '' });
  const event = (await app.inject({ url: '/api/event', headers: { host: 'localhost:3000' } })).json();
  expect([event.name, event.place]).toEqual(['Night of the Owls', 'Hall 8']);
  const started = await app.inject({
    ...{ method: 'POST', url: '/api/auth/email/start', payload: { email: 'eve@example.org' } },
    headers: { host: 'localhost:3000', origin: config.publicUrl.origin },
  });
  expect(started.statusCode).toBe(200);
  await app.close();
});
