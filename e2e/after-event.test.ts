import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { unzip } from '../server/testing/zip.ts';
import { createApplicant, createPdfFile, getApplicationOf } from './applicants.ts';
import { expectAccessible, getButton } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { type SitePerson, useOrganizer, useSite, withEvent } from './site.ts';

const site = useSite(
  withEvent({
    certificates: { signedBy: 'Grace Hopper, lead organizer' },
    feedback: {},
    agreements: [
      { id: 'sponsors', version: '1', title: 'Resume book', text: 'Sponsors may have my resume.' },
    ],
    resumeBook: { agreement: 'sponsors' },
    questions: [{ id: 'level', type: 'choice', label: 'Level of study', options: ['Bachelor', 'Master'] }],
  }),
);
const phone = { viewport: { width: 390, height: 844 } };
const organizer = useOrganizer(site);
let people: SitePerson[];
beforeAll(async () => {
  people = [];
  for (const name of ['Ada Lovelace', 'Bob Moog', 'Cyd Charisse', 'Yuki 雪']) {
    const who = await createApplicant(site, { name });
    const form = new FormData();
    form.append('resume', new Blob([new Uint8Array(createPdfFile().buffer)]), 'resume.pdf');
    await who.call('PUT', '/applications/resume', form);
    await who.call('PUT', '/applications/answers', {
      answers: { level: name === 'Ada Lovelace' ? 'Master' : 'Bachelor' },
    });
    await organizer.call('PUT', `/applications/${(await getApplicationOf(site, who))?.id}`, {
      status: 'approved',
    });
    await organizer.call('POST', '/applications/check-in', { userId: who.id });
    people.push(who);
  }
});

test('after the event a participant downloads a certificate and gives feedback from a phone, and organizers read and export it', async () => {
  const [ada, bob, cyd, yuki] = people as [SitePerson, SitePerson, SitePerson, SitePerson];
  const dashboard = await site.open('/dashboard', { as: ada, ...phone });
  const certificate = dashboard.waitForEvent('download');
  await getButton(dashboard, 'Download certificate').click();
  const pdf = await readFile(await (await certificate).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const { certificate_id } = await site.db
    .selectFrom('users')
    .select('certificate_id')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow();
  const verified = await site.open(`/api/certificate/${certificate_id}`, phone);
  await verified.getByRole('article').getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  await expect
    .poll(() => verified.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded')))
    .toBe(true);
  await expectAccessible(verified);

  await getButton(dashboard, 'Give feedback').click();
  const send = getButton(dashboard, 'Send feedback');
  expect(await send.isDisabled()).toBe(true);
  await dashboard
    .getByRole('radiogroup', { name: 'How was it, all in all?' })
    .getByRole('radio', { name: '5' })
    .check();
  await dashboard.getByLabel('What was good?').fill('The night walk.');
  await dashboard.reload();
  await expect.poll(() => dashboard.getByLabel('What was good?').inputValue()).toBe('The night walk.');
  await expectAccessible(dashboard);
  expect(await inspectScreens(dashboard, 'after-event-form')).toEqual(nothingWrong);
  await dashboard.setViewportSize(phone.viewport);
  await send.click();
  await dashboard.getByText('Thank you for your feedback.').waitFor();
  await dashboard.reload();
  await dashboard.getByText('Thank you for your feedback.').waitFor();

  // Somebody whose name no typeface has is told why.
  const unprintable = await site.open('/dashboard', { as: yuki, ...phone, expected: [/status of 409/] });
  await getButton(unprintable, 'Download certificate').click();
  await unprintable.getByText(/characters that the certificate cannot show: 雪/).waitFor();

  const office = await site.open('/dashboard', { as: organizer, ...phone });
  await getButton(office, 'More').click();
  await office.getByRole('link', { name: 'After the event' }).click();
  await office.getByText('1 person has answered. Answers appear once there are 3.').waitFor();
  expect(await office.getByText('The night walk.').count()).toBe(0);
  for (const who of [bob, cyd]) await who.call('POST', '/feedback', { answers: { 'all-in-all': 3 } });
  await office.reload();
  await office.getByText('The night walk.').waitFor();
  await office.getByText('3 people have a certificate').waitFor();
  await office.getByText('Yuki 雪').waitFor();
  await expectAccessible(office);
  expect(await inspectScreens(office, 'after-event-office')).toEqual(nothingWrong);
  await office.setViewportSize(phone.viewport);
  await office.getByLabel('CSV with').selectOption('Semicolons');
  await office.reload();
  await expect.poll(() => office.getByLabel('CSV with').inputValue()).toBe('semicolon');
  const exported = office.waitForEvent('download');
  await office.getByRole('link', { name: 'Export everything' }).click();
  const files = unzip(await readFile(await (await exported).path()));
  expect(files.get('registrations.csv')!.toString()).toContain('"Ada Lovelace";');
  expect(files.get('feedback.csv')!.toString()).toContain('The night walk.');
  const promised = await office.getByText('Everything in one zip').innerText();
  for (const name of ['projects', 'feedback']) expect(promised.includes(name)).toBe(files.has(`${name}.csv`));
});

test('an organizer gives a sponsor a link from a phone; the sponsor downloads the resumes of those who agree, until it ends', async () => {
  const [ada, bob] = people as [SitePerson, SitePerson];
  for (const who of [ada, bob]) await who.call('PUT', '/agreements/sponsors', { agreed: true, version: '1' });
  const office = await site.open('/after-event', { as: organizer, ...phone });
  const book = office.getByRole('region', { name: 'Resume book' });
  await book.getByText('2 resumes').waitFor();
  await book.getByLabel('Level of study').selectOption('Master');
  await book.getByText('1 resume', { exact: true }).waitFor();
  await book.getByLabel('Level of study').selectOption('All');
  await book.getByText('2 resumes').waitFor();
  // Keys scroll a long list.
  await book.getByLabel('Checked-in people only').press('Tab');
  expect(await book.locator(':focus').innerText()).toContain('Ada Lovelace');
  await book.getByLabel('For', { exact: true }).fill('Atlas Inc.');
  await getButton(book, 'Create link').click();
  const url = await book.getByLabel('The new link').inputValue();
  await book.getByText('all who agree · 0 downloads').waitFor();
  expect(await inspectScreens(office, 'resume-book-office')).toEqual(nothingWrong);
  await office.setViewportSize(phone.viewport);

  const sponsor = await site.open(url, {
    ...phone,
    expected: [/status of 404.*\/api\/resume-book\/shared/],
  });
  await sponsor.getByRole('heading', { name: 'For Atlas Inc.' }).waitFor();
  expect(sponsor.url()).toBe(`${site.url}/resumes`);
  await sponsor.getByText('Bob Moog').waitFor();
  expect(await inspectScreens(sponsor, 'resume-book-sponsor')).toEqual(nothingWrong);
  await sponsor.setViewportSize(phone.viewport);
  const download = sponsor.waitForEvent('download');
  await sponsor.getByRole('link', { name: 'Download 2 resumes' }).click();
  const files = unzip(await readFile(await (await download).path()));
  expect([...files.keys()].map((name) => name.replace(/-[0-9a-f]{8}/, ''))).toEqual([
    'people.csv',
    'resumes/Ada-Lovelace.pdf',
    'resumes/Bob-Moog.pdf',
  ]);

  // Somebody takes it back on the dashboard.
  const dashboard = await site.open('/dashboard', { as: bob, ...phone });
  await getButton(dashboard, 'Revoke: Resume book').click();
  await dashboard.getByText('You have not agreed. This is optional.').waitFor();
  // Some accounts have no name.
  await site.db.updateTable('users').set({ name: '' }).where('id', '=', ada.id).execute();
  await sponsor.reload();
  await sponsor.getByRole('link', { name: 'Download 1 resume' }).waitFor();
  await sponsor.getByText('Unnamed User').waitFor();
  await office.reload();
  await book.getByText('Unnamed User').waitFor();
  await getButton(book, 'End link for Atlas Inc.').click();
  await book.getByText('Ended by you').waitFor();
  await sponsor.reload();
  await sponsor.getByText(/^This link no longer works\./).waitFor();
});
