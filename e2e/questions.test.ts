import { expect, test } from 'vitest';
import { studentLeague } from '../contract/event/student-league.ts';
import { texts } from '../contract/texts.ts';
import {
  createApplicant,
  createPdfFile,
  getApplicationOf,
  getSubmitButton,
  goToFiles,
} from './applicants.ts';
import type { Page } from './browser.ts';
import { findMailTo } from './outbox.ts';
import { getButton } from './page.ts';
import { before, openAt } from './phases.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { announced, useSite, withEvent } from './site.ts';

const book = {
  ...{ id: 'resume-book', version: '1', title: 'Resume book' },
  text: 'Sponsors may read my resume until I take this back.',
};
const site = useSite(
  withEvent({
    ...studentLeague,
    agreements: [...studentLeague.agreements, book],
    schools: ['Owl University', 'Owl College'],
  }),
);
const phone = { viewport: { width: 390, height: 844 } };

async function changeAnswers(page: Page): Promise<void> {
  await getButton(page, 'Change answers').click();
  await page.getByLabel('Age', { exact: true }).fill('12');
  await page.getByLabel('Phone number').fill('+1 480 555 0199');
  // What is not saved is there again after another page.
  await page.goto('/schedule');
  await page.goto('/dashboard');
  await expect.poll(() => page.getByLabel('Phone number').inputValue()).toBe('+1 480 555 0199');
  await getButton(page, 'Save answers').click();
  await page.getByText('Age must be at least 13.').waitFor();
  expect(await inspectScreens(page, 'answers-change')).toMatchObject(nothingWrong);
  await page.setViewportSize(phone.viewport);
  await page.getByLabel('Age', { exact: true }).fill('17');
  await getButton(page, 'Save answers').click();
  await page.getByText('+1 480 555 0199').waitFor();
  await getButton(page, 'Change answers').waitFor();
}

test('the preset of the student league: answered on a phone, a guardian says yes, organizers see it', async () => {
  const ada = await site.person({ name: 'Ada Lovelace' });
  const page = await site.open('/apply', { as: ada, ...phone });
  const next = getButton(page, 'Next');
  await goToFiles(page);
  await page.getByLabel('Resume', { exact: true }).setInputFiles(createPdfFile());
  await next.click();
  await page.getByRole('heading', { name: 'Questions & review' }).waitFor();
  await page.getByLabel('First name').waitFor();
  // The file is in an earlier step, so it is listed once more.
  const reviewed = page.locator('dl > div').filter({ has: page.getByText('Resume', { exact: true }) });
  expect(await reviewed.innerText()).toContain('.pdf');
  expect(await inspectScreens(page, 'questions-empty')).toMatchObject(nothingWrong);
  await page.setViewportSize(phone.viewport);

  await getSubmitButton(page).click();
  const alert = page.getByRole('alert');
  await alert.getByRole('link', { name: 'Level of study' }).waitFor();
  await alert.getByRole('link', { name: 'Please accept: MLH Code of Conduct' }).waitFor();
  expect(await inspectScreens(page, 'questions-missing')).toMatchObject(nothingWrong);
  await page.setViewportSize(phone.viewport);
  const expectFirstName = () =>
    expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name))
      .toBe('answers.first-name');
  await alert.getByRole('link', { name: 'First name' }).click();
  await expectFirstName();
  // From a step without a mistake, sending leads to the one that has it.
  await getButton(page, 'Back').click();
  await page.getByLabel('Resume', { exact: true }).waitFor();
  await getSubmitButton(page).click();
  await expectFirstName();

  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Age', { exact: true }).fill('16');
  await page.getByLabel('Phone number').fill('+1 480 555 0100');
  await page.getByLabel('School', { exact: true }).fill('owl');
  await expect.poll(() => page.locator('datalist option[value="Owl College"]').count()).toBe(1);
  await page.getByLabel('School', { exact: true }).fill('Owl College');
  await page.getByLabel('Level of study').selectOption('Secondary / High School');
  await page.getByLabel('Country of residence').selectOption('Germany');
  await page.getByRole('group', { name: 'Allergies' }).getByLabel('Nuts').check();
  await page.getByLabel('Email address of your parent or guardian').fill('pareent@example.org');
  for (const text of [/^I have read the Code of Conduct/, /^The organizers may give/, /^Sponsors may read/])
    await page.getByLabel(text).check();
  expect(await inspectScreens(page, 'questions-answered')).toMatchObject(nothingWrong);
  await page.setViewportSize(phone.viewport);
  await page.getByText(/^Draft saved/).waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Level of study').inputValue()).toBe('Secondary / High School');
  await getSubmitButton(page).click();
  await page.getByRole('heading', { name: texts.apply.submitted }).waitFor();

  await page.goto('/dashboard');
  await page.getByText('We asked pareent@example.org').waitFor();
  await page.getByRole('heading', { name: 'Agreements' }).waitFor();
  expect(await inspectScreens(page, 'questions-dashboard')).toMatchObject(nothingWrong);
  await page.setViewportSize(phone.viewport);
  await changeAnswers(page);
  // A minute passes between two emails.
  await site.db.deleteFrom('rate_limits').execute();
  await page.getByLabel('Email address').fill('parent@example.org');
  await getButton(page, 'Send the email again').click();
  await page.getByText('We asked parent@example.org').waitFor();
  await getButton(page, 'Revoke: Resume book').click();
  await getButton(page, 'Agree: Resume book').waitFor();

  const organizer = await site.person({ role: 'admin' });
  const office = await site.open('/dashboard', { as: organizer, viewport: { width: 1280, height: 900 } });
  await office
    .getByRole('button', { name: /Ada Lovelace/ })
    .first()
    .click();
  await office.getByText('Their parent or guardian has not said yes.').waitFor();
  await office.getByText('No answer yet. Last asked').waitFor();
  await office.getByText('Owl College').waitFor();
  expect(await inspectScreens(office, 'questions-detail')).toMatchObject(nothingWrong);
  const { id } = (await getApplicationOf(site, ada))!;
  await organizer.call('PUT', `/applications/${id}`, { status: 'approved' });

  await page.getByText(texts.dashboard.badge.approved).waitFor(announced);
  const status = page.getByRole('status').filter({ hasText: texts.dashboard.badge.approved });
  expect(await status.innerText()).toContain(
    'Your parent or guardian has not said yes yet. Without their yes you cannot take part.',
  );
  expect(await page.getByText(texts.dashboard.approved).count()).toBe(0);
  await status.getByRole('link', { name: 'What you can do' }).click();
  expect(await inspectScreens(page, 'guardian-missing')).toMatchObject(nothingWrong);
  await page.setViewportSize(phone.viewport);

  const station = await site.open('/check-in', { as: organizer, ...phone });
  await getButton(station, /^Manual Check-In/).click();
  await station.getByLabel('Search by Name or Email').fill('Ada');
  await getButton(station, 'Search').click();
  await station.getByRole('button', { name: /^Ada/ }).click();
  await station.getByText('Their parent or guardian has not said yes.').waitFor();
  await station.getByRole('button', { name: /^Confirm Check-In/ }).waitFor();
  expect(await inspectScreens(station, 'guardian-station')).toMatchObject(nothingWrong);

  const mail = await findMailTo(site.dataDir, 'parent@example.org', /^Please confirm/);
  const link = /https?:\/\/\S+\/api\/guardian\/\S+/.exec(mail.text ?? '')![0];
  const guardian = await site.open(new URL(link).pathname, phone);
  await guardian.getByRole('heading', { name: 'Do you agree?' }).waitFor();
  expect(await inspectScreens(guardian, 'guardian-question')).toMatchObject(nothingWrong);
  await getButton(guardian, 'Yes, they may take part').click();
  await guardian.getByRole('heading', { name: 'Thank you.' }).waitFor();
  await page.getByText('Your parent or guardian said yes').waitFor(announced);
  await page.getByText(texts.dashboard.approved).waitFor();
  expect(await page.getByText('Without their yes you cannot take part.').count()).toBe(0);

  await office.goto('/home');
  await office.getByRole('region', { name: 'Totals of approved people' }).getByText('Nuts').waitFor();
});

test('a minor whose guardian said no is told that the pass and their own yes wait for the guardian', async () => {
  const zoe = await createApplicant(site, { name: 'Zoe Young', status: 'approved' });
  await site.db
    .insertInto('guardians')
    .values({
      ...{ user_id: zoe.id, email: 'parent@example.org', link_id: 'f00d', token_hash: Buffer.from('f00d') },
      ...{ sent_at: new Date(), expires_at: new Date(), declined_at: new Date() },
    })
    .execute();
  const page = await openAt(site, '/dashboard', before, zoe);
  await page
    .getByText('Say yes and your pass gets you in with priority, if your parent or guardian says yes.')
    .waitFor();
  await getButton(page, 'Yes').click();
  await page.getByText('You are coming, if your parent or guardian says yes', { exact: true }).waitFor();
  const note = page.getByText('This pass counts once your parent or guardian says yes.');
  await note.waitFor();
  expect(await inspectScreens(page, 'guardian-no')).toMatchObject(nothingWrong);
  await page.setViewportSize(phone.viewport);
  await getButton(page, 'Show your pass').click();
  await page
    .getByRole('dialog')
    .getByText(await note.first().innerText())
    .waitFor();
});
