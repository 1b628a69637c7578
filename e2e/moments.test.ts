import { expect, test } from 'vitest';
import { projectText } from '../server/testing/projects.ts';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { createTaps, getButton } from './page.ts';
import { after, before, checkIn, during, openAt } from './phases.ts';
import { announced, detail, type SitePerson, useOrganizer, useSite, withEvent } from './site.ts';

const site = useSite(withEvent({ certificates: { signedBy: 'Grace Hopper' } }));
const organizer = useOrganizer(site);

const approved = (name: string) => createApplicant(site, { name, status: 'approved', attending: true });
const createTeam = async (leader: SitePerson, name: string) =>
  (await (await leader.call('POST', '/teams', { name })).json()) as { _id: string; inviteCode: string };

test('joined, submitted and won are moments of their own', async () => {
  const [wei, maya] = [await approved('Wei Chen'), await approved('Maya Ferreira')];
  await site.db
    .updateTable('applications')
    .set({ track: 'Startup Track' })
    .where('user_id', '=', wei.id)
    .execute();
  const team = await createTeam(wei, 'Amber Pixels');
  const page = await openAt(site, `/join/${team.inviteCode}`, before, maya);
  await page.getByText('3 seats left · Startup Track').waitFor();
  await page.getByText('Its project will be judged in Startup Track; you chose Hacker Track.').waitFor();
  await getButton(page, 'Join Amber Pixels').click();
  const joined = page.getByRole('region', { name: 'You joined Amber Pixels' });
  await joined.waitFor();
  expect(await joined.getByRole('listitem').allInnerTexts()).toEqual(['Wei Chen', 'You']);
  await joined.getByText('Your project will be judged in Startup Track.').waitFor();
  await joined.getByRole('link', { name: /^Say hello/ }).click();
  await joined.waitFor({ state: 'detached' });
  await page.getByText('Your project will be judged in Startup Track.').waitFor();

  await organizer.call('PUT', '/projects/switches', { acceptsLate: true });
  for (const who of [maya, wei]) await checkIn(site, who);
  const tables = (await (await organizer.call('POST', '/judging/tables')).json()) as unknown;
  expect(tables).toBeTruthy();
  // From the dashboard to a submitted project, at most 4 taps beside typing.
  const project = await openAt(site, '/dashboard', during, maya, { hasTouch: true });
  const { taps, tap } = createTaps(project);
  await tap('link', 'Start your project');
  await project.getByLabel('Title').fill(projectText.title);
  await project.getByLabel('In one line').fill(projectText.tagline);
  await tap('button', 'Submit project');
  const submitted = project.getByRole('region', { name: 'Submitted!' });
  await submitted.getByText(projectText.tagline).waitFor();
  await submitted.getByText('Your table').waitFor();
  await submitted.getByText('Judging starts Sun, Sep 21, 1:30 PM').waitFor();
  await submitted.getByText('You can edit it; changes are live.').waitFor();
  expect(taps.count).toBeLessThanOrEqual(4);
  const dashboard = await openAt(site, '/dashboard', during, maya);
  await dashboard.getByRole('link', { name: 'Edit your project' }).waitFor();

  const { number } = await site.db
    .selectFrom('demo_tables')
    .select('number')
    .where('team_id', '=', team._id)
    .executeTakeFirstOrThrow();
  const winners = [{ number, place: 1, tied: false }];
  const groups = [{ key: 'track:hacker', label: 'Hacker Track', winners }];
  const value = JSON.stringify({ at: new Date().toISOString(), groups });
  await site.db.insertInto('settings').values({ key: 'results', value }).execute();
  // Told on stage, while the event is on.
  await dashboard.reload();
  const early = dashboard.getByRole('region', { name: 'You won the Hacker Track' });
  await early.getByRole('link', { name: 'See the results' }).waitFor();
  expect(await getButton(early, 'Download certificate').count()).toBe(0);
  const won = await openAt(site, '/dashboard', after, maya);
  const panel = won.getByRole('region', { name: 'You won the Hacker Track' });
  await panel.getByRole('img', { name: 'Winner of the Hacker Track, Night Bus, Amber Pixels' }).waitFor();
  await panel.getByRole('link', { name: 'See the results' }).waitFor();
  await getButton(panel, 'Download certificate').waitFor();
  const download = won.waitForEvent('download');
  await getButton(panel, /this picture$/).click();
  expect((await download).suggestedFilename()).toBe('award.png');
  // Nobody is sent to a team that takes no members any more.
  const alone = await approved('Walt');
  await checkIn(site, alone);
  const late = await openAt(site, '/dashboard', during, alone);
  await late.getByRole('heading', { name: 'What is happening' }).waitFor();
  const happening = late.getByRole('region', { name: 'What is happening' });
  await happening.getByRole('link', { name: 'See the winners' }).waitFor();
  await late.getByRole('heading', { name: 'Application Details' }).waitFor();
  expect(await late.getByText('Next: a team').count()).toBe(0);
  expect(await late.getByRole('link', { name: 'Team', exact: true }).count()).toBe(0);
  const invitation = await openAt(site, `/join/${team.inviteCode}`, during);
  await invitation.getByText('The results are published, so this team stays as it is.').waitFor();
  await site.db.deleteFrom('settings').where('key', '=', 'results').execute();
});

test('a refused request says so, beside the ways to other teams', async () => {
  const [lou, kim] = [await approved('Lou'), await approved('Kim')];
  const { _id: teamId } = await createTeam(lou, 'Late Crew');
  await createTeam(await approved('Ben'), 'Early Crew');
  const asked = await kim.call('POST', '/teams/join-requests', { teamId });
  const { _id } = (await asked.json()) as { _id: string };
  await lou.call('PUT', `/teams/join-requests/${_id}`, { action: 'reject' });
  const page = await openAt(site, '/dashboard', before, kim);
  await page.getByText('Late Crew did not accept your request.').waitFor();
  await getButton(page, 'Ask to join Early Crew').waitFor();
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  const mine = page.getByRole('region', { name: 'My Team Join Requests' });
  expect(await mine.innerText()).toBe(
    'My Team Join Requests\nLate Crew\nNot this time\nAsk another team, or create your own.',
  );
  // The other teams are there, without a tap, and the one that said no is no suggestion.
  expect(await getButton(page, 'Ask to join Late Crew').count()).toBe(0);
  await getButton(page.getByRole('tabpanel', { name: 'Find a team' }), 'Ask to join Early Crew').waitFor();
});

test('pending, too: one card for an invitation that became a request, and a word when it is refused', async () => {
  const lea = await approved('Lea Lindqvist');
  const { _id: teamId, inviteCode } = await createTeam(lea, 'Lea Lab');
  await createTeam(await approved('Ben'), 'Another Crew');
  const zed = await createApplicant(site, { name: 'Zed' });
  await zed.call('PUT', '/teams/invitation', { inviteCode });
  const ask = async () =>
    (await (await zed.call('POST', '/teams/join-requests', { teamId })).json()) as { _id: string };
  const { _id } = await ask();
  const page = await openAt(site, '/dashboard', before, zed);
  await page.getByText('Lea Lindqvist can take you in at once').waitFor();
  const invitation = page.getByRole('region', { name: 'Invitation' });
  expect(await invitation.count()).toBe(0);
  await lea.call('PUT', `/teams/join-requests/${_id}`, { action: 'reject' });
  const refused = page.getByText('Not this time');
  await refused.waitFor(announced);
  expect(await (await zed.call('GET', '/teams/invitation')).json()).toEqual({ inviteCode: null });
  await page.reload();
  await getButton(page, 'Ask to join Another Crew').waitFor();
  expect(await invitation.count()).toBe(0);
  // Asked again, the newest counts alone.
  await ask();
  await page.reload();
  await page.getByText('Lea Lindqvist can take you in at once').waitFor();
  expect(await refused.count()).toBe(0);
});

test('on a phone, going back closes what is open, and stays on the page', async () => {
  const page = await openAt(site, '/dashboard', during, await approved('Ben'));
  const pass = page.getByRole('dialog', { name: 'Priority Check-in Pass' });
  await getButton(page, 'Show your pass').click();
  await getButton(pass, 'Replace my code').click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await page.goBack();
  await question.waitFor({ state: 'detached' });
  expect(await pass.isVisible()).toBe(true);
  await page.goBack();
  await pass.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  // What was closed by its own button leaves nothing behind.
  await getButton(page, 'Show your pass').click();
  await getButton(pass, 'Close').click();
  await pass.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => history.state?.layer ?? null)).toBe(null);
});

async function findTooWide(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

detail('with large text nothing scrolls sideways, and the name of the event and the menu stay', async () => {
  const ada = await approved('Ada Lovelace');
  const { _id: teamId, inviteCode } = await createTeam(ada, 'Night Owls');
  for (const name of ['Wei Adeyemi', 'Josephine Mensah'])
    await (await approved(name)).call('POST', '/teams/join-requests', { teamId });
  await ada.call('PUT', '/projects/mine', { version: 0, text: projectText });
  for (const [address, as] of [
    ['/', undefined],
    ['/schedule', undefined],
    ['/sign-in', undefined],
    ['/schedule', ada],
    ['/dashboard', ada],
    ['/dashboard#team-formation', ada],
    ['/account', ada],
    ['/project', ada],
    ['/apply', await site.person({ name: 'Maximiliane Ferreira' })],
    [`/join/${inviteCode}`, undefined],
  ] as const) {
    // What is loaded ahead may be under way when the network goes.
    const page = await openAt(site, address, before, as, { expected: [/ERR_INTERNET_DISCONNECTED/] });
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const width of [320, 360, 390])
      for (const size of [130, 150, 200]) {
        await page.setViewportSize({ width, height: 844 });
        await page.evaluate((percent) => {
          document.documentElement.style.fontSize = `${percent}%`;
        }, size);
        const name = await page.locator('.brand-name').boundingBox();
        expect([address, width, size, await findTooWide(page), (name?.width ?? 0) > 60]).toEqual([
          ...[address, width, size],
          ...[0, true],
        ]);
        if (as) expect(await page.locator('header [popovertarget]:visible').count()).toBeGreaterThan(0);
        const tab = page.getByRole('link', { name: 'Project', exact: true });
        if (address.startsWith('/dashboard'))
          expect(await tab.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0);
        if (address !== '/dashboard') continue;
        await page.context().setOffline(true);
        await page.getByText('Offline', { exact: true }).waitFor();
        const offline = await page.locator('.brand-name').boundingBox();
        expect([width, size, (offline?.width ?? 0) > 60]).toEqual([width, size, true]);
        await page.context().setOffline(false);
        await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' });
      }
  }
});

detail('a refusal points to other teams only if there are any, and a later team ends it', async () => {
  const [lou, kim] = [await approved('Lou'), await approved('Kim')];
  const { _id: teamId, inviteCode } = await createTeam(lou, 'Last Crew');
  await createTeam(await approved('Ben'), 'Spare Crew');
  const { _id } = (await (await kim.call('POST', '/teams/join-requests', { teamId })).json()) as {
    _id: string;
  };
  await lou.call('PUT', `/teams/join-requests/${_id}`, { action: 'reject' });
  const page = await openAt(site, '/dashboard', before, kim);
  await page.getByText('did not accept your request. Other teams have free seats').waitFor();
  await page.route('**/api/teams/open*', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await page
    .getByText('did not accept your request. Join another with its code, or create your own.')
    .waitFor();
  await kim.call('POST', '/teams/join', { inviteCode });
  await lou.call('DELETE', `/teams/${teamId}/kick/${kim.id}`);
  await page.reload();
  await page.getByText('Join with a code, ask a team, or create your own.').waitFor();
  expect(await page.getByText('did not accept').count()).toBe(0);
});
