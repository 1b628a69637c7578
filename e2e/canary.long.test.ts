import type { Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appPaths, paths, publicPaths } from '../contract/platform/pages.ts';
import { startMailServer } from '../server/testing/mail-server.ts';
import { createPdf } from '../server/testing/pdf.ts';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { useSite } from './site.ts';

// Mail is delivered, so that the program has no reason to print any; everything that it would ever log, it logs.
const mailServer = await startMailServer();
const reviewPassword = 'owls at midnight';
const site = useSite({
  LOG_LEVEL: 'trace',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'site@example.org',
  SCORE_REVIEW_PASSWORD: reviewPassword,
});
afterAll(() => mailServer.close());

// One word for each personal field; it stands nowhere else.
const canary = {
  name: 'Quillname',
  email: 'quillmail@example.org',
  major: 'Quillmajor',
  diet: 'quilldiet',
  why: 'Quillwhy',
  resume: 'Quillresume',
  resumeFile: 'quillfile.pdf',
  deck: 'Quilldeck',
  deckFile: 'quilldeckfile.pdf',
  message: 'Quillmessage',
};
type Field = keyof typeof canary;
const fields = Object.keys(canary) as Field[];

function findCanaries(texts: readonly string[]): Field[] {
  const all = texts.join('\n').toLowerCase();
  return fields.filter((field) => all.includes(canary[field].toLowerCase()));
}

const isStream = (url: string) => /\/live$/.test(new URL(url).pathname);
/** Scripts, styles and typefaces: the build wrote them, before there was anybody. */
const isOfTheBuild = (url: string) => new URL(url).pathname.startsWith('/assets/');

/** Everything that somebody's browser requested and received. */
class Visit {
  readonly urls: string[] = [];
  readonly page: Page;
  readonly #texts: Promise<string>[] = [];
  #underWay = 0;
  #lastChange = Date.now();

  constructor(page: Page) {
    this.page = page;
    const change = (by: number) => (request: Request) => {
      if (isStream(request.url())) return;
      this.#underWay += by;
      this.#lastChange = Date.now();
    };
    page.on('request', change(1)).on('requestfinished', change(-1)).on('requestfailed', change(-1));
    page.context().on('request', (request) => {
      this.urls.push(request.url(), request.headers().referer ?? '');
    });
    page.context().on('response', (response) => {
      if (isStream(response.url()) || isOfTheBuild(response.url())) return;
      const text = response.text().catch(() => '');
      this.#texts.push(text.then((body) => body + JSON.stringify(response.headers())));
    });
  }

  /** Opens a page, waits until it has loaded everything, and records what it shows. */
  async see(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.getByRole('main').first().waitFor();
    while (this.#underWay > 0 || Date.now() - this.#lastChange < 500) await this.page.waitForTimeout(50);
    await Promise.all(this.#texts);
    const content = await this.page.content();
    this.#texts.push(Promise.resolve(content));
  }

  async found(): Promise<Field[]> {
    return findCanaries([...(await Promise.all(this.#texts)), await this.page.content()]);
  }
}

async function visit(options: Parameters<typeof site.open>[1] = {}): Promise<Visit> {
  const page = await site.open('/healthz', { expected: [/status of (401|403|404)/], ...options });
  return new Visit(page);
}

const everywhere = [...publicPaths, ...appPaths].filter((address) => !address.includes(':'));
const urls: string[] = [];

// The pages that show a hacker something. A stranger and a volunteer open all others too.
const hackersPages = [paths.home, paths.dashboard, paths.apply, paths.account, paths.project];
const judgesPages = [paths.judge, paths.judgeLogin, paths.trackSelect, paths.scoring, paths.scoreReview];

async function seeAll(who: Visit, addresses: readonly string[] = everywhere): Promise<Field[]> {
  for (const address of addresses) await who.see(address);
  urls.push(...who.urls);
  return who.found();
}

async function readCode(): Promise<string> {
  const mail = () =>
    mailServer.received.find((text) => /To: .*quillmail/.test(text) && /\b\d{6}\b/.test(text));
  await expect.poll(mail).toBeDefined();
  return /\b\d{6}\b/.exec(mail()!.split('\r\n\r\n').slice(1).join('\n'))![0];
}

const pdf = (name: string, text: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: createPdf({ text: [text, 'Embedded C'] }),
});

let judge: { username: string; password: string };
beforeAll(async () => {
  judge = await site.createJudge();
  await site.db.insertInto('demo_tables').values({ number: 1, name: 'Ark', track: 'hacker' }).execute();
});

test('what somebody enters is in no address, log or metric, and reaches only those who need it', async () => {
  const own = await visit();
  const { page } = own;
  await own.see(paths.signIn);
  await page.getByLabel('Email').fill(canary.email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code from the email').fill(await readCode());
  await page.getByLabel('Full name').fill(canary.name);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.getByText('You have not applied yet.').waitFor();
  await own.see(paths.apply);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel('Major / field of study').fill(canary.major);
  await page.getByLabel('M', { exact: true }).check();
  await page.getByLabel('Other', { exact: true }).check();
  await page
    .getByRole('textbox', { name: /diet|needs|what/i })
    .first()
    .fill(canary.diet);
  await page.getByLabel('Why do you want to join?').fill(canary.why);
  await page.getByRole('radio', { name: 'Startup Track', exact: true }).check();
  await page.getByRole('radio', { name: 'Solo', exact: true }).check();
  await page.getByLabel('Resume').setInputFiles(pdf(canary.resumeFile, canary.resume));
  await page.getByLabel('Pitch deck').setInputFiles(pdf(canary.deckFile, canary.deck));
  await page.getByRole('button', { name: 'Submit application' }).click();
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor();
  await page.waitForURL('**/dashboard');

  const { id, name, cookie } = await findCanary(page);
  const call = (method: string, address: string, body?: unknown) =>
    fetch(`${site.url}/api${address}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  expect(name).toBe(canary.name);
  const [leader, mate, stranger] = [
    await createApplicant(site),
    await createApplicant(site),
    await createApplicant(site),
  ];
  const team = (await (await leader.call('POST', '/teams', { name: 'Night Owls' })).json()) as {
    _id: string;
    inviteCode: string;
  };
  await mate.call('POST', '/teams/join', { inviteCode: team.inviteCode });
  const asked = await call('POST', '/teams/join-requests', { teamId: team._id, message: canary.message });
  expect(asked.status).toBe(201);

  const volunteer = await site.person({ role: 'volunteer' });
  // Side by side: they mostly wait until a page has asked for everything.
  const everybody = [
    [undefined, everywhere],
    [stranger, everywhere],
    [mate, hackersPages],
    [leader, hackersPages],
    [volunteer, everywhere],
  ] as const;
  const told = await Promise.all(
    everybody.map(async ([as, addresses]) => seeAll(await visit({ as }), addresses)),
  );
  expect(told).toEqual([[], [], [], ['name', 'email', 'message'], []]);

  const organizer = await site.person({ role: 'admin' });
  const office = await visit({ as: organizer });
  await office.see(paths.dashboard);
  await office.page.getByRole('button', { name: new RegExp(`^${canary.name}`) }).click();
  await office.page.getByText(canary.why).waitFor();
  await office.page.getByRole('button', { name: 'Read resume' }).click();
  await office.page.getByRole('img', { name: 'Resume, page 1 of 1' }).waitFor();
  await office.page.getByRole('button', { name: 'Change to Approved' }).click();
  await office.page.getByRole('article').getByText('Approved', { exact: true }).waitFor();
  const seen = await seeAll(office);
  expect(seen).toEqual(expect.arrayContaining(['name', 'email', 'major', 'diet', 'why']));
  expect(seen).not.toContain('message');

  // Approved, a station sees who it is; checked in, the list of those who are in does as well.
  expect((await volunteer.call('POST', '/applications/check-in', { userId: id })).status).toBe(200);
  const judging = await visit();
  await judging.see(paths.judgeLogin);
  await judging.page.getByLabel('Username').fill(judge.username);
  await judging.page.getByLabel('Password', { exact: true }).fill(judge.password);
  await judging.page.getByRole('button', { name: 'Login' }).click();
  await judging.page.getByRole('radio', { name: 'Hacker Track' }).check();
  await judging.page.getByRole('button', { name: 'Continue with Hacker Track' }).click();
  await judging.page.getByText('Total Weighted Score').waitFor();
  const review = await visit();
  await review.see(paths.scoreReview);
  await review.page.getByLabel('Admin password').fill(reviewPassword);
  await review.page.getByRole('button', { name: 'Access Dashboard' }).click();
  await review.page.getByText('No teams found for the selected filter').waitFor();
  const station = await visit({ as: volunteer });
  const [atStation, ...others] = await Promise.all([
    seeAll(station),
    seeAll(judging, judgesPages),
    seeAll(review, judgesPages),
    seeAll(own, hackersPages),
  ]);
  expect(atStation).toEqual(expect.arrayContaining(['name', 'major']));
  for (const hidden of ['why', 'resume', 'resumeFile', 'deck', 'deckFile', 'message'] as const)
    expect(atStation).not.toContain(hidden);
  expect(others.slice(0, 2)).toEqual([[], []]);
  expect(urls.length).toBeGreaterThan(200);
  expect(findCanaries(urls)).toEqual([]);
  const metrics = await (await fetch(`${site.url}/metrics`)).text();
  expect(metrics).toContain('process_');
  expect(findCanaries([metrics])).toEqual([]);
  expect(site.program.output()).toContain('/api/applications');
  expect(findCanaries([site.program.output()])).toEqual([]);
}, 900_000);

/** The signed-in person of a page, and the session of its browser. */
async function findCanary(page: Page): Promise<{ id: string; name: string; cookie: string }> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${site.url}/api/auth/user`, { headers: { cookie } });
  const { user } = (await answer.json()) as { user: { _id: string; name: string } };
  return { id: user._id, name: user.name, cookie };
}
