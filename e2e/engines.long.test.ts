import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openUserSession } from '../server/people-data/sessions.service.ts';
import { createPdfFile } from './applicants.ts';
import { type EnginePage, engines } from './engines.ts';
import { findMailTo } from './outbox.ts';
import { useSite } from './site.ts';

const site = useSite();
/** Keys, as both protocols name them. */
const enter = '\uE007';
const arrowRight = '\uE014';
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-engines-'));
});
afterAll(() => rm(folder, { recursive: true }));

let page: EnginePage | undefined;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && page) {
    const stored = `.cache/failed-tests/${task.name.replace(/\W+/g, '-')}.png`;
    await mkdir(path.dirname(stored), { recursive: true });
    await writeFile(stored, await page.engine.screenshot(), 'base64');
    task.meta.stored = [stored];
  }
  await page?.engine.close();
  page = undefined;
});

for (const [name, open] of Object.entries(engines)) {
  if (!open) console.warn(`${name} is not installed: the main path is not walked in it.`);
  test.skipIf(!open)(`the main path in ${name}`, async () => {
    page = await open!(site.url);
    await walk(page, name);
  });
}

async function walk(page: EnginePage, engine: string): Promise<void> {
  const email = `walk.${engine}@example.org`;
  const fullName = `Ada ${engine}`;

  await page.goto('/');
  await page.click('link', 'schedule');
  await page.find('heading', /event schedule/i);

  await page.goto('/sign-in');
  await page.fill('Email', email + enter);
  await page.find('field', 'Code from the email');
  const mail = await findMailTo(site.dataDir, email, /sign-in code/);
  await page.fill('Code from the email', /\b\d{6}\b/.exec(mail.text ?? '')![0]);
  await page.fill('Full name', fullName + enter);
  await page.find('heading', /Welcome/);

  // As a person does. WebKit opens no database again that a page was opening when it was left within the same moment.
  await page.click('link', 'Apply now');
  await page.fill('Major / field of study', 'Music');
  await page.click('radio', /^M$/);
  await page.click('radio', 'Vegan');
  await page.find('text', 'Draft saved');
  await page.reload();
  await page.find('text', 'Your draft was saved');
  await page.click('button', 'Next');
  await page.fill('Why do you want to join?', 'To play.');
  await page.click('radio', /^Hacker Track/);
  await page.click('button', 'Next');
  await page.click('radio', 'Solo');
  await page.click('button', 'Next');
  const resume = path.join(folder, 'resume.pdf');
  await writeFile(resume, createPdfFile().buffer);
  await page.choose('Resume', resume);
  await page.find('text', 'resume.pdf');
  await page.click('button', 'Submit application');
  await page.find('heading', 'Application submitted');
  await page.find('text', 'Application Pending');
  const { id } = await site.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

  const organizer = await site.person({ role: 'admin' });
  await page.become(organizer.cookie);
  await page.goto('/dashboard');
  await page.click('button', new RegExp(fullName));
  await page.click('button', 'Change to Approved');
  await page.find('text', /approved/);

  await page.become(await openSessionOf(id));
  await page.goto('/dashboard');
  await page.click('button', 'Show your pass');
  const code = await page.find('image', 'Check-in QR code');
  const source = (await page.engine.run('return arguments[0].src', [code])) as string;
  const photo = path.join(folder, `${engine}.png`);
  await writeFile(photo, await takePhoto(source));

  await page.become(organizer.cookie);
  await page.goto('/check-in');
  await page.find('button', 'Scan QR Code');
  await page.choose('Photo of a pass', photo);
  await page.click('button', 'Confirm Check-In');
  const admitted = site.db.selectFrom('check_ins').where('user_id', '=', id).where('state', '=', 'admitted');
  await expect.poll(() => admitted.select('key').execute(), { timeout: 30_000 }).toHaveLength(1);

  const judge = await site.createJudge();
  await page.become();
  await page.goto('/login');
  await page.fill('Username', judge.username);
  await page.fill('Password', judge.password);
  await page.click('button', 'Login');
  await page.click('radio', /Hacker Track/);
  await page.click('button', 'Continue with Hacker Track');
  await page.fill('Team Name', fullName);
  await page.fill('Team Number', '7');
  await page.fill('Innovation & Creativity', arrowRight.repeat(3));
  await page.click('button', 'Submit Score');
  const scores = site.db.selectFrom('scores').where('team_name', '=', fullName);
  await expect.poll(() => scores.select('id').execute(), { timeout: 30_000 }).toHaveLength(1);
}

async function openSessionOf(id: string): Promise<string> {
  const services = { random: randomBytes, now: () => new Date() };
  return `sid=${await openUserSession(services, site.db, id)}`;
}

/** Returns a picture of the screen of a phone that shows this pass, as a PNG. */
function takePhoto(source: string): Promise<Buffer> {
  const picture = Buffer.from(source.slice(source.indexOf(',') + 1), 'base64');
  return sharp(picture, { density: 300 })
    .resize(600, 600, { kernel: 'nearest' })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#fff' })
    .png()
    .toBuffer();
}
