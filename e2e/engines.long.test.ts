import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSession } from '../server/people-data/sessions.service.ts';
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

  test.skipIf(!open)(`the first tap takes nothing from a page in ${name}`, async () => {
    page = await open!(site.url);
    await page.become((await site.person({ role: 'admin' })).cookie);
    const expectPage = async () => {
      await pause(500);
      expect(await page!.evaluate(() => document.querySelector('h1')?.innerText)).toBe('After the event');
    };
    for (let tries = 0; tries < 5; tries += 1) {
      const line = await openLine();
      await page.engine.goto(`${line.url}/after-event`);
      await page.find('link', 'Export everything');
      line.cut();
      await page.click('heading', 'After the event');
      await expectPage();
    }
    // A link that starts a download ends what a page in Firefox is loading.
    for (let tries = 0; tries < 3; tries += 1) {
      const line = await openLine();
      await page.engine.goto(`${line.url}/after-event`);
      await page.click('link', 'Export everything');
      await expectPage();
      line.cut();
    }
  });
}

// It opens no database again that a page was creating when it was left: at first 9 times of 30.
test.skipIf(!engines.webkit)(
  'webkit keeps a draft when the page before was left as it appeared',
  async () => {
    page = await engines.webkit!(site.url);
    await page.become((await site.person()).cookie);
    for (let tries = 0; tries < 10; tries += 1) {
      const line = await openLine();
      await page.engine.goto(`${line.url}/dashboard`);
      await page.find('link', 'Apply now');
      await page.engine.goto(`${line.url}/apply`);
      await page.fill('Major / field of study', 'Music');
      await page.find('text', 'Draft saved');
      line.cut();
    }
  },
);

/** Opens the site at an origin that the browser has nothing stored for; `cut` disconnects it. */
async function openLine() {
  const { hostname, port } = new URL(site.url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://${hostname}:${(server.address() as { port: number }).port}`,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
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
  // Nobody has found a file before the step is there, and the page at its top.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''), { timeout: 30_000 })
    .toContain('Files & review');
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
  return `sid=${await openSession(services, site.db, 'user', { user_id: id })}`;
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
