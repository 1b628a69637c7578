import { beforeAll, expect, test } from 'vitest';
import { appPaths, paths, publicPaths } from '../contract/pages.ts';
import { createApplicant } from './applicants.ts';
import { listCovered } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { useSite } from './site.ts';

const site = useSite();
const longName = 'Maximiliana-Konstantinopolitanische Wolfeschlegelsteinhausenbergerdorff';

interface Visitor {
  cookie: string;
  /** What an earlier visit left in the browser's storage. */
  remembers?: Record<string, string>;
}
const visitors: Record<string, Visitor> = {};

/** The cookie that a call of a session's own kind sets. */
async function sessionOf(path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${site.url}/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

beforeAll(async () => {
  const told = await site.command('seed', '--applicants', '60');
  const roster = told.split('\n').map((line) => line.split('\t'));
  const signedIn = async (words: string) => {
    const email = roster.find(([, standing]) => standing?.includes(words))?.[0] ?? '';
    const { code } = JSON.parse(await site.command('sign-in', email, '--json'));
    return { cookie: await sessionOf('/auth/email/verify', { email, code }) };
  };
  const [username = '', password = ''] = roster.find(([, , role]) => role === 'judge') ?? [];
  const [, reviewPassword = ''] = roster.find(([, , role]) => role === 'reviewer') ?? [];
  visitors.organizer = await signedIn('organizer');
  visitors.leader = await signedIn('leads a team');
  visitors.pending = await signedIn('under review');
  visitors.newcomer = await site.person();
  visitors.named = await createApplicant(site, { status: 'approved', attending: true, name: longName });
  const withdrawn = await createApplicant(site, { name: 'Wilma Withdrawn' });
  await withdrawn.call('POST', '/applications/withdraw');
  visitors.withdrawn = withdrawn;
  visitors.judge = {
    cookie: await sessionOf('/judge/login', { username, password }),
    remembers: { judgeSession: JSON.stringify({ username, name: 'Judge' }), selectedTrack: 'hacker' },
  };
  visitors.reviewer = {
    cookie: await sessionOf('/score-review/unlock', { password: reviewPassword }),
    remembers: { scoreReviewAdmin: 'true' },
  };
});

// Who opens which page, and what is there when it has loaded.
const pages: [address: string, who: string | undefined, ready: string][] = [
  [paths.home, undefined, 'main h1'],
  [paths.home, 'organizer', 'header :text("check-in")'],
  [paths.schedule, undefined, 'main h1'],
  [paths.signIn, undefined, 'main form'],
  [paths.join, undefined, ':text("This invitation does not work")'],
  [paths.apply, 'newcomer', 'main form'],
  [paths.account, 'newcomer', ':text("Delete account")'],
  [paths.account, 'pending', ':text("Withdraw application")'],
  [paths.account, 'named', ':text("Save details")'],
  [paths.account, 'withdrawn', ':text("Restore application")'],
  [paths.account, 'organizer', ':text("Delete account")'],
  [paths.project, 'named', ':text("The deadline was")'],
  [paths.project, 'newcomer', ':text("It cannot be changed")'],
  [paths.dashboard, 'withdrawn', ':text("Restore your application")'],
  [paths.dashboard, 'newcomer', ':text("You have not applied yet.")'],
  [paths.dashboard, 'pending', ':text("Application Details")'],
  [paths.dashboard, 'leader', ':text("Join Requests")'],
  [paths.dashboard, 'named', ':text("PRIORITY ACCESS")'],
  [paths.dashboard, 'organizer', 'main [role=listbox], main :text("applications")'],
  [paths.checkIn, 'organizer', ':text("Scan QR Code")'],
  [paths.checkInOverview, 'organizer', 'main section'],
  [paths.projectsOverview, 'organizer', ':text("Accept late projects")'],
  [paths.volunteers, 'organizer', 'main section'],
  [paths.announcements, 'organizer', ':text("There are no announcements yet.")'],
  [paths.afterEvent, 'organizer', ':text("Export everything")'],
  [paths.badges, 'organizer', 'h1'],
  [paths.judging, 'organizer', 'main section'],
  [paths.judge, undefined, 'main form'],
  [paths.judgeLogin, undefined, 'main form'],
  [paths.trackSelect, 'judge', 'main [type=radio]'],
  [paths.scoring, 'judge', ':text("Total Weighted Score")'],
  [paths.scoreReview, undefined, 'main form'],
  [paths.scoreReview, 'reviewer', 'main table'],
  [paths.resumes, undefined, ':text("This link has ended")'],
  ['/nowhere', undefined, ':text("Nothing scheduled here.")'],
];

test('every address has its row', () => {
  const addresses = [...publicPaths, ...appPaths];
  expect(addresses.filter((path) => !pages.some(([address]) => address === path))).toEqual([]);
});

// An error in the console, or a request to any other site, fails these by itself (see useSite).
test.each(pages)(
  '%s seen by %s: no barrier in either theme, nothing wider than the screen',
  async (address, who, ready) => {
    const visitor = who === undefined ? undefined : visitors[who];
    const page = await site.open(visitor?.remembers ? paths.schedule : address, {
      as: visitor,
      colorScheme: 'light',
      expected: [
        /status of 401.*\/api\/score/,
        /status of 404.*\/api\/resume-book\/shared/,
        /status of 404.*\/nowhere$/,
        /ERR_INTERNET_DISCONNECTED/,
      ],
    });
    if (visitor?.remembers) {
      for (const [key, value] of Object.entries(visitor.remembers))
        await page.evaluate(([name, kept]) => localStorage.setItem(name, kept), [key, value] as const);
      await page.goto(address);
    }
    await page.locator(ready).first().waitFor();
    const name = `page${address.replaceAll('/', '-')}-${who ?? 'visitor'}`;
    expect(await inspectScreens(page, name)).toEqual(nothingWrong);

    // The public pages are the same without a network, and show no pill.
    if (publicPaths.some((path) => path === address)) return;
    await page.context().setOffline(true);
    const pill = page.locator('header').getByText('Offline', { exact: true });
    await pill.waitFor();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await listCovered(pill)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);

test('search results end where their list ends, at every width', async () => {
  const page = await site.open(paths.dashboard, { as: visitors.organizer });
  await page.getByLabel('Describe who you are looking for').fill('computer science majors');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const results = page.getByRole('region', { name: 'Search results' });
  await results.getByRole('listitem').nth(5).waitFor();
  expect(await inspectScreens(page, 'page-search-results')).toEqual(nothingWrong);
});
