import { expect, test } from 'vitest';
import { createResume, writePdf } from '../server/operations/seed/documents.ts';
import { createRng } from '../server/operations/seed/random.ts';
import type { Page } from './browser.ts';
import { useFilms } from './camera-film.ts';
import { deleteNewerApis } from './oldest-browsers.ts';
import { findMailTo } from './outbox.ts';
import { useSite } from './site.ts';

// From an empty machine: the program's own database, unless an external one is to be proved.
const site = useSite({
  DECISION_MAIL_DELAY: '1',
  ...(!process.env.TEST_DATABASE_URL && { DATABASE_URL: '' }),
});
const createFilm = useFilms();
// Every part of the program as a visitor gets it, the service worker too, in the oldest browser that it supports.
const oldest = { serviceWorkers: 'allow', init: deleteNewerApis } as const;
const desktop = { ...oldest, viewport: { width: 1280, height: 900 } } as const;
const phone = {
  ...oldest,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const;

async function becomeOrganizer(): Promise<Page> {
  const printed = () => /http:\S+#organiser=\S+/.exec(site.program.output())?.[0] ?? '';
  await expect.poll(printed).not.toBe('');
  const link = printed();
  const page = await site.open(link, desktop);
  await page.getByLabel('Your email').fill('grace@example.org');
  await page.getByRole('button', { name: 'Become the organizer' }).click();
  await page.getByLabel('Full name').fill('Grace Hopper');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Set up' }).waitFor();
  return page;
}

async function signIn(page: Page, email: string, name: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code from the email');
  await code.waitFor();
  const mail = await findMailTo(site.dataDir, email, /sign-in code/);
  const [digits = ''] = /\b\d{6}\b/.exec(mail.text ?? '') ?? [];
  await code.fill(digits);
  await page.getByLabel('Full name').fill(name);
  await page.keyboard.press('Enter');
}

test('from an empty machine to a checked-in person', async () => {
  const organizer = await becomeOrganizer();
  await organizer.getByRole('link', { name: 'dashboard', exact: true }).click();
  await organizer.getByText('0 applications').waitFor();

  const hacker = await site.open('/', phone);
  await hacker
    .getByRole('link', { name: /register for/i })
    .first()
    .click();
  await signIn(hacker, 'ada@example.org', 'Ada Lovelace');
  await hacker.getByRole('heading', { name: /^Apply to/ }).waitFor();
  await hacker.getByLabel('Major / field of study').fill('Mathematics');
  await hacker.getByLabel('M', { exact: true }).check();
  await hacker.getByLabel('Vegan').check();
  const next = () => hacker.getByRole('button', { name: 'Next' }).click();
  await next();
  await hacker.getByLabel('Why do you want to join?').fill('To build the analytical engine.');
  await hacker.getByRole('radio', { name: 'Hacker Track', exact: true }).check();
  await next();
  await hacker.getByRole('radio', { name: 'Solo', exact: true }).check();
  await next();
  const author = {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    major: 'Mathematics',
    skills: ['Bernoulli numbers'],
    achievements: ['Wrote the first program'],
  };
  await hacker
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'ada.pdf',
      mimeType: 'application/pdf',
      buffer: await writePdf(createResume(createRng(1843), author)),
    });
  const submittedAt = Date.now();
  await hacker.getByRole('button', { name: 'Submit application' }).click();
  await hacker.getByRole('heading', { name: 'Application submitted' }).waitFor();
  await hacker.waitForURL('**/dashboard');
  expect(Date.now() - submittedAt).toBeGreaterThan(4000);
  await hacker.getByText('Application Pending').waitFor();

  await organizer.reload();
  await organizer
    .getByRole('list')
    .getByRole('button', { name: /^Ada Lovelace/ })
    .click();
  await organizer.getByRole('button', { name: 'Read resume' }).click();
  await organizer.getByRole('img', { name: 'Resume, page 1 of 1' }).waitFor();
  await organizer.getByRole('button', { name: 'Change to Approved' }).click();
  await organizer.getByRole('article').getByText('Approved', { exact: true }).waitFor();
  const email = await findMailTo(site.dataDir, 'ada@example.org', /^You are in/);
  expect(email.text).toContain('Your application is approved.');
  expect(email.html).toContain(`${site.url}/dashboard`);

  await hacker.reload();
  await hacker.getByText('Application Approved').waitFor();
  await hacker.getByText('Congratulations!').waitFor();
  await hacker.getByRole('button', { name: 'Yes' }).click();
  await hacker.getByRole('heading', { name: 'Priority Check-in Pass' }).waitFor();
  const pass = hacker.getByRole('img', { name: /QR code/ }).first();
  const picture = (await pass.getAttribute('src')) ?? '';

  const film = await createFilm([{ picture, seconds: 20 }]);
  const [session] = (await organizer.context().cookies()).filter(({ name }) => name === 'sid');
  const station = await site.open('/check-in', { ...desktop, film, as: { cookie: `sid=${session?.value}` } });
  await station.getByText('No participants have checked in yet').waitFor();
  await station.getByRole('button', { name: 'Scan QR Code' }).click();
  const card = station.getByRole('region', { name: 'Participant Information' });
  await card.getByText('Ada Lovelace').waitFor();
  await station.getByRole('button', { name: 'Confirm Check-In [Priority]' }).click();
  const result = station.getByRole('status').filter({ hasText: 'Checked in' });
  await result.getByText('Ada Lovelace').waitFor();
  const row = station.getByRole('row').filter({ hasText: 'Ada Lovelace' });
  expect(await row.innerText()).toContain('ada@example.org');
  expect(await row.innerText()).toContain('Mathematics');

  // The page that once used what Safari 17.5 does not have.
  await hacker.goto('/project');
  await hacker.getByRole('heading', { level: 1, name: /project/i }).waitFor();

  expect(await site.command('doctor')).toBe('');
});
