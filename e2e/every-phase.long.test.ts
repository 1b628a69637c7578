import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { defaultEvent } from '../server/testing/default-event.ts';
import { createApplicant, createPdfFile, getSubmitButton } from './applicants.ts';
import type { Page } from './browser.ts';
import { getButton } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { type SitePerson, useSite } from './site.ts';

const site = useSite();
const open = '2025-09-10T19:00:00Z';
const late = '2025-09-20T14:00:00Z';
const live = '2025-09-20T19:35:00Z';
const over = '2025-09-22T19:00:00Z';

// As long as names and file names may be, and without a place to break.
const longName = (first: string) => first.padEnd(100, 'wolfeschlegelsteinhausen');
const longTeam = (first: string) => first.padEnd(50, 'pneumonoultramicroscopic');
const longFile = `${'a'.repeat(96)}.pdf`;

interface Screen {
  address: string;
  at: string;
  as?: SitePerson;
  /** Visible once the page has loaded. */
  ready: string;
  /** Runs before the page is opened at its time. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Opens what is closed at first. */
  reveal?: (page: Page) => Promise<unknown>;
}

async function post(person: SitePerson, address: string, body?: unknown): Promise<Record<string, string>> {
  const response = await person.call('POST', address, body);
  expect(response.status, address).toBeLessThan(300);
  return (await response.json()) as Record<string, string>;
}
const participant = (name: string, status: 'pending' | 'approved' | 'rejected', attending = false) =>
  createApplicant(site, { name: longName(name), status, attending });

/** A team with a free seat whose leader has a request and a line. */
async function createTeam(name: string, status: 'pending' | 'approved' = 'approved', attending = false) {
  const leader = await participant('Lea', status, attending);
  const team = await post(leader, '/teams', { name: longTeam(name) });
  await leader.call('PUT', `/teams/${team._id}/description`, {
    idea: 'i'.repeat(100),
    need: 'n'.repeat(100),
  });
  const asker = await participant('Asker', 'approved');
  await post(asker, '/teams/join-requests', { teamId: team._id, message: 'm'.repeat(500) });
  return { leader, asker, id: team._id!, code: team.inviteCode! };
}

/** Somebody without a team, with a card and an invite. */
async function createInvited(attending: boolean): Promise<SitePerson> {
  const person = await participant('Kim', 'approved', attending);
  const { leader } = await createTeam('Inviting');
  await person.call('PUT', '/teams/card', { skills: 's'.repeat(100), about: 'a'.repeat(140) });
  const cards = (await (await leader.call('GET', '/teams/cards')).json()) as { _id: string; name: string }[];
  await post(leader, '/teams/invites', { cardId: cards.find(({ name }) => name === person.name)?._id });
  return person;
}
/** Opens the view of the team, which is one of its own on phones. */
const openTeamView = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Parts of the dashboard' })
    .getByRole('link', { name: /^Team/ })
    .click();
async function browseTeams(page: Page) {
  await openTeamView(page);
  const tab = page.getByRole('tab', { name: 'Find a team' });
  const line = page.getByRole('heading', { name: 'Find a team' });
  await tab.or(line).first().waitFor();
  await tab.or(line).first().click();
  await page.getByRole('region', { name: 'Open teams' }).getByRole('listitem').first().waitFor();
}
async function checkIn(person: SitePerson) {
  const organizer = await site.person({ role: 'admin' });
  await post(organizer, '/applications/check-in', { userId: person.id });
  await post(organizer, '/judging/tables');
  return person;
}

/** The landing page of an event that enforces its deadline. */
async function servePageThatCloses(page: Page) {
  const folder = path.join(import.meta.dirname, '..', 'dist', 'public-render');
  const { renderPublicPages } = await import(pathToFileURL(path.join(folder, 'entry.js')).href);
  const assets = JSON.parse(await readFile(path.join(folder, 'assets.json'), 'utf8'));
  const closing = {
    ...defaultEvent,
    registration: { ...defaultEvent.registration, enforce: true },
  };
  const { body } = renderPublicPages({ event: closing, assets, publicUrl: site.url, previewPicture: '' })[
    '/'
  ];
  await page.route(`${site.url}/`, (route) => route.fulfill({ contentType: 'text/html', body }));
}

const landing = (at: string): Screen => ({ address: '/', at, ready: 'main h1' });
const dashboard = (as: SitePerson, at: string, ready: string, reveal?: Screen['reveal']): Screen => ({
  address: '/dashboard',
  as,
  at,
  ready: `:text("${ready}")`,
  ...(reveal && { reveal }),
});

const screens: Record<string, () => Promise<Screen>> = {
  'landing-open': async () => landing(open),
  'landing-late': async () => landing(late),
  'landing-closed': async () => ({ ...landing(late), prepare: servePageThatCloses }),
  'landing-live': async () => landing(live),
  'landing-over': async () => landing(over),
  'join-signed-out': async () => {
    const { code } = await createTeam('Joined');
    return { address: `/join/${code}`, at: open, ready: ':text("Accept")' };
  },
  'join-pending': async () => {
    const { code } = await createTeam('Joined');
    const as = await participant('Pia', 'pending');
    return { address: `/join/${code}`, as, at: open, ready: 'button:has-text("Join")' };
  },
  'join-approved': async () => {
    const { code } = await createTeam('Joined');
    const as = await participant('Ann', 'approved');
    return { address: `/join/${code}`, as, at: open, ready: 'main button' };
  },
  'join-full': async () => {
    const { code } = await createTeam('Full');
    for (let seats = 0; seats < 3; seats += 1)
      await post(await participant('Mo', 'approved'), '/teams/join', { inviteCode: code });
    return { address: `/join/${code}`, at: open, ready: ':text("find another team")' };
  },
  'apply-long-files': async () => ({
    address: '/apply',
    as: await site.person({ name: longName('Nora') }),
    at: open,
    ready: 'main form',
    reveal: async (page) => {
      await page.getByRole('radio', { name: 'Startup Track', exact: true }).check();
      await page.getByLabel('Resume').setInputFiles(createPdfFile(undefined, longFile));
      await page.getByLabel('Pitch deck').setInputFiles(createPdfFile(undefined, longFile));
      await page.getByText(longFile).first().waitFor();
      await getSubmitButton(page).click();
      await page.getByText('Please fill in all required fields').first().waitFor();
    },
  }),
  'apply-closed': async () => ({
    address: '/apply',
    as: await site.person({ name: longName('Nils') }),
    at: late,
    ready: ':text("closed")',
    prepare: (page) =>
      page.route('**/api/event', async (route) => {
        const view = await (await route.fetch()).json();
        await route.fulfill({
          json: { ...view, registration: { ...view.registration, enforce: true, open: false } },
        });
      }),
  }),
  'newcomer-open': async () =>
    dashboard(await site.person({ name: longName('Nel') }), open, 'You have not applied yet.'),
  'newcomer-over': async () =>
    dashboard(await site.person({ name: longName('Ned') }), over, 'You have not applied yet.'),
  'pending-leader': async () =>
    dashboard((await createTeam('Waiting', 'pending')).leader, open, 'Fill your seats'),
  'approved-invited': async () =>
    dashboard(await createInvited(false), open, 'team invites you', browseTeams),
  'approved-find-team': async () => dashboard(await createInvited(true), open, 'Next: a team', browseTeams),
  'approved-asked': async () =>
    dashboard((await createTeam('Asked')).asker, open, 'Will you come?', async (page) => {
      await openTeamView(page);
      await page.getByText('Team Formation').first().waitFor();
    }),
  'approved-leader': async () => {
    await createInvited(true);
    return dashboard(
      (await createTeam('Ready', 'approved', true)).leader,
      open,
      'You are all set',
      async (page) => {
        await openTeamView(page);
        await page.getByRole('heading', { name: 'Fill your seats' }).click();
        await getButton(page, 'People without a team').click();
      },
    );
  },
  'on-site-leader': async () =>
    dashboard(await checkIn((await createTeam('There')).leader), live, 'What is happening'),
  'on-site-alone': async () =>
    dashboard(
      await checkIn(await participant('Ona', 'approved', true)),
      live,
      'What is happening',
      browseTeams,
    ),
  'after-there': async () =>
    dashboard(await checkIn(await participant('Ava', 'approved', true)), over, 'Thank you for coming'),
  'after-away': async () => dashboard(await participant('Abe', 'approved'), over, 'is over'),
  'rejected-open': async () => dashboard(await participant('Rex', 'rejected'), open, 'Application Rejected'),
  'rejected-over': async () => dashboard(await participant('Roy', 'rejected'), over, 'Application Rejected'),
};

// With SCREENS_DIR a picture of each is stored, to look at.
test.each(Object.keys(screens))(
  '%s: no barrier in either theme, nothing wider than the screen',
  async (name) => {
    const { address, at, as, ready, prepare, reveal } = await screens[name]!();
    // What is chosen among the tabs of a phone stays open on a wide screen, but not the other way around.
    const width = address === '/dashboard' ? 390 : 1280;
    const page = await site.open('/sign-in', { as, colorScheme: 'light', viewport: { width, height: 800 } });
    await page.clock.setFixedTime(at);
    await prepare?.(page);
    await page.goto(address);
    await page.locator(ready).first().waitFor();
    await reveal?.(page);
    expect(await inspectScreens(page, name)).toEqual(nothingWrong);
  },
);
