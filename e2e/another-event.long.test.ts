import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventDocument } from '../contract/event/event.ts';
import { paths } from '../contract/platform/pages.ts';
import { mergeSwitches } from '../server/projects/projects-admin.queries.ts';
import { signUp, signUpAdmin } from '../server/testing/actors.ts';
import { createTestApp, type TestApp } from '../server/testing/app.ts';
import { createApplicant } from '../server/testing/applicants.ts';
import { harbourDocument as harbour } from '../server/testing/default-event.ts';
import { importTestEvent } from '../server/testing/event-folder.ts';
import { scoreBody, signInJudge } from '../server/testing/judges.ts';
import { createTestPicture } from '../server/testing/pictures.ts';
import { submitTestProject } from '../server/testing/projects.ts';
import { publishPlaces } from '../server/testing/results.ts';
import { createTestTeam } from '../server/testing/teams.ts';
import { type Browser, launchBrowser, watchFaults } from './browser.ts';
import { freePort } from './program.ts';

const name = 'Wolkenkratzerhacks';
const [first, second, ventures] = harbour.tracks;
const config: EventDocument = {
  ...harbour,
  name,
  dates: { start: '2031-06-13', end: '2031-06-14' },
  registration: { closesAt: '2031-06-13T12:00:00+02:00', enforce: true },
  capacity: 200,
  waitlist: true,
  questions: [{ id: 'boat', type: 'text', label: 'Your boat' }],
  hero: { ...harbour.hero, photos: [{ src: 'files/team.jpg', alt: 'A team at a table' }] },
  tracks: [
    { ...first!, id: 'Climate', slug: 'climate', title: 'Climate' },
    {
      ...second!,
      id: 'Health',
      slug: 'health',
      title: 'Health',
      description: {
        title: 'Health',
        body: 'Everything that heals.',
        prize: 'A day in the lab',
        video: 'files/clozyt.mp4',
        poster: 'files/clozyt.jpg',
        captions: 'files/clozyt.vtt',
      },
    },
    ventures!,
  ],
  schedule: [
    {
      date: '2031-06-13',
      title: 'Friday 13 June',
      items: [
        {
          time: '8:00',
          start: '08:00',
          title: 'gangway opens',
          image: { src: 'files/gangway.png', alt: 'The gangway' },
        },
        { time: '20:00', start: '20:00', end: '21:00', title: 'prizes on deck' },
      ],
    },
    {
      date: '2031-06-14',
      title: 'Saturday 14 June',
      items: [{ time: '22:00', start: '22:00', end: '23:00', title: 'last boat home' }],
    },
  ],
  sponsors: {
    note: 'With thanks.',
    list: [
      { name: 'Acme', url: 'https://acme.example', logo: 'files/acme.png', tier: 1 },
      { name: 'Bolt', url: 'https://bolt.example', logo: 'files/bolt.png' },
    ],
  },
  projects: { deadline: '2031-06-13T19:00:00+02:00' },
};

const root = path.join(import.meta.dirname, '..');
let site: TestApp;
let browser: Browser;
let origin: string;
/** Every page that is public once the winners are published. */
const pages = ['/', '/schedule', '/projects', '/projects/results'];
const organizersPages = [
  ...[
    paths.dashboard,
    paths.announcements,
    paths.checkIn,
    paths.checkInOverview,
    paths.volunteers,
    paths.badges,
  ],
  ...[paths.projectsOverview, paths.judging, paths.scoreReview, paths.afterEvent],
];
/** Pages of the app, each list opened with the cookie of one person. */
const visits: { cookie: string; pages: string[]; judge?: object }[] = [];

const createPicture = (color: string, format: 'jpeg' | 'png' = 'png') =>
  createTestPicture({ width: 900, height: 700, color, format });

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  site = await createTestApp({ publicUrl: new URL(origin) }, { dist: path.join(root, 'dist') });
  const films = ['clozyt.mp4', 'clozyt.jpg', 'clozyt.vtt'].map(
    async (name) => [`files/${name}`, await readFile(path.join(root, 'web/static/films', name))] as const,
  );
  await importTestEvent(site, config, {
    ...Object.fromEntries(await Promise.all(films)),
    'files/team.jpg': await createPicture('#2438b8', 'jpeg'),
    'files/gangway.png': await createPicture('#0b6e45'),
    'files/bolt.png': await createPicture('#b3152e'),
    'files/acme.png': await createTestPicture({ width: 40, height: 20 }),
  });
  // Half an hour into the event.
  site.advance(Date.parse('2031-06-13T08:30:00+02:00') - Date.now());
  const grace = await signUpAdmin(site);
  for (const [at, track] of ['Climate', 'Health'].entries()) {
    const { leader, id } = await createTestTeam(site, 1);
    await createApplicant(site, leader, { track });
    await submitTestProject(leader, { title: `Project ${track}` });
    const table = { number: at + 1, name: track, track: 'hacker' as const, team_id: id };
    await site.services.db.insertInto('demo_tables').values(table).execute();
    if (at === 0) visits.push({ cookie: leader.cookie, pages: ['/', '/dashboard', '/project', '/account'] });
  }
  for (const { id } of await site.services.db.selectFrom('projects').select('id').execute())
    pages.push(`/projects/${id}`);
  const judge = await signInJudge(site);
  for (const team_number of [1, 2]) {
    const scores = Object.fromEntries(config.rubric.hacker!.map(({ key }) => [key, 5 + team_number]));
    const answer = await judge.call('POST', '/scores', scoreBody({ team_number, scores }));
    expect(answer.statusCode, answer.body).toBe(201);
  }
  await mergeSwitches(site.services.db, { galleryOpen: true });
  const { groups } = (await grace.call('GET', '/results')).json();
  // Tracks that share their judges have a ranking each, and none together.
  expect(groups.map(({ label }: { label: string }) => label)).toEqual(['Climate', 'Health']);
  const published = await publishPlaces(grace, { 'only:climate': 1, 'only:health': 1 });
  expect(published.statusCode, published.body).toBe(200);
  visits.push(
    { cookie: (await signUp(site)).cookie, pages: [paths.dashboard, paths.apply] },
    { cookie: grace.cookie, pages: organizersPages },
    {
      cookie: judge.cookie,
      pages: [paths.judge, paths.scoring],
      judge: { username: 'ruth', name: judge.name },
    },
  );
  await site.app.listen({ port, host: 'localhost' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test.each([390, 1280])(
  'at %i px every page fits and shows its pictures, without an error, from the landing page to the winners',
  async (width) => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width, height: 800 },
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    });
    // Some have not applied, and no shift begins after the event.
    const refused = /\/api\/(applications\/me$|volunteers\/shift\?)/;
    const faults = watchFaults(context, origin, [refused]);
    context.on('response', (answer) => {
      if (answer.status() >= 400 && !refused.test(answer.url()))
        faults.push(`${answer.status()} ${answer.url()}`);
    });
    const page = await context.newPage();
    const visit = async (address: string, who = '') => {
      await page.goto(address, { waitUntil: 'networkidle' });
      const [broken, tooWide] = await page.evaluate(async () => {
        const images = [...document.images].filter((image) => image.checkVisibility());
        for (const image of images) image.loading = 'eager';
        await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
        const { scrollWidth, clientWidth } = document.documentElement;
        return [
          images
            .filter((image) => {
              const tile = image.closest('.sponsor')?.getBoundingClientRect();
              const { height, width } = image.getBoundingClientRect();
              const isCut = tile && (height > tile.height || width > tile.width);
              return image.naturalWidth === 0 || isCut;
            })
            .map(({ src }) => src),
          scrollWidth - clientWidth,
        ] as const;
      });
      if (process.env.LOOK)
        await page.screenshot({
          path: `${process.env.LOOK}/${width}${address.replaceAll('/', '_')}${who}.png`,
          fullPage: true,
        });
      expect([address, broken, tooWide]).toEqual([address, [], 0]);
    };
    for (const address of [...pages, '/sign-in']) await visit(address);
    for (const { cookie, pages, judge } of visits) {
      await page.evaluate(
        (given) => given && localStorage.setItem('judgeSession', given),
        judge && JSON.stringify(judge),
      );
      await context.clearCookies();
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }]);
      for (const address of pages)
        await visit(address, String(visits.findIndex((each) => each.pages === pages)));
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);
