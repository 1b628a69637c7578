import { beforeAll, expect, test } from 'vitest';
import { toApplicationRow } from '../server/testing/applicants.ts';
import { findOverflow } from './accessibility.ts';
import type { Page } from './browser.ts';
import { findMailTo } from './outbox.ts';
import { expectAccessible, getButton, getToast } from './page.ts';
import { openAt } from './phases.ts';
import { detail, type SitePerson, useSite } from './site.ts';

const site = useSite();
let owner: SitePerson;

beforeAll(async () => {
  owner = await site.person({ name: 'Grace Hopper', role: 'admin' });
  const ada = await site.person({ name: 'Ada Lovelace' });
  await site.db
    .insertInto('applications')
    .values(toApplicationRow(ada.id, { status: 'pending' }))
    .execute();
});

async function listRail(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Organizers' }).getByRole('link');
  await links.first().waitFor();
  return links.allInnerTexts();
}
const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a reviewer is invited by email, signs in by its link, rates, and sees nothing else', async () => {
  const office = await site.open('/staff', { as: owner, viewport: { width: 1280, height: 800 } });
  await getRow(office, 'Grace Hopper').filter({ hasText: '(you)' }).filter({ hasText: 'Owner' }).waitFor();
  await expectAccessible(office);
  await office.getByRole('textbox', { name: 'Email' }).fill('rita@example.org');
  await office.getByRole('combobox', { name: 'Role' }).selectOption('Reviewer');
  await getButton(office, 'Invite').click();
  await getToast(office, 'rita@example.org is reviewer.').waitFor();
  await getRow(office, 'rita@example.org').filter({ hasText: 'not signed in yet' }).waitFor();

  const passedOn = await office.getByText(/#link=/).innerText();
  const mail = await findMailTo(site.dataDir, 'rita@example.org', /^You help to run/);
  const link = new URL(/https?:\S+#link=[\w-]+/.exec(mail.text!)![0]);
  expect(link.href).toBe(passedOn);
  const desk = await site.open(link.pathname + link.hash, { viewport: { width: 1280, height: 800 } });
  await getButton(desk, 'Sign in').click();
  await desk.getByLabel('Full name').fill('Rita Levi');
  await getButton(desk, 'Continue').click();
  await desk.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await desk.getByRole('button', { name: /Ada Lovelace/ }).click();
  await desk.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  expect(await listRail(desk)).toEqual(['Home', 'Applications']);
  for (const decision of [/Change to/, /Select/, /^Approve$/])
    expect(await desk.getByRole('button', { name: decision }).count()).toBe(0);
  expect(await desk.getByRole('checkbox').count()).toBe(0);
  await desk.keyboard.press('a');
  await getButton(desk, 'Filter the list').click();
  await getButton(desk, 'Saved views').click();
  await desk.getByRole('menuitem', { name: 'There are none yet' }).waitFor();
  await desk.keyboard.press('Escape');
  await desk.getByRole('radio', { name: '4' }).first().check();
  await getButton(desk, 'Save review').click();
  await getToast(desk, 'Review saved.').waitFor();

  await desk.goto('/settings');
  await desk.getByRole('heading', { name: 'This page is not part of your role.' }).waitFor();
  await desk.getByText('You are here as reviewer.').waitFor();
  await desk.getByRole('link', { name: 'To Home' }).click();
  await desk.getByText('Needs you now').waitFor();
  expect(await desk.getByText('Change schedule').count()).toBe(0);
  await expectAccessible(desk);
  await desk.keyboard.press('Control+k');
  const palette = desk.getByRole('dialog');
  await palette.getByPlaceholder('A page, a person, or what to do').fill('app');
  expect(await palette.getByRole('option').allInnerTexts()).toEqual([
    'Applications',
    'Review pending applications',
    'Applications with “app”',
  ]);

  // Changed on a phone; her session ends, and she comes back as check-in lead.
  const phone = await site.open('/staff', { as: owner, viewport: { width: 390, height: 844 } });
  expect(await findOverflow(phone)).toEqual([]);
  await getButton(phone, 'Change Rita Levi').click();
  await phone.getByRole('menuitem', { name: 'Change role' }).click();
  await phone.getByRole('radio', { name: 'Check-in lead' }).check();
  await expectAccessible(phone, { dialog: true });
  await getButton(phone, 'Change role').click();
  await getToast(phone, 'Rita Levi is check-in lead after signing in again.').waitFor();
  await getRow(phone, 'Rita Levi').filter({ hasText: 'signed out' }).waitFor();

  await getButton(phone, 'Change Rita Levi').click();
  await phone.getByRole('menuitem', { name: 'Remove' }).click();
  await getButton(phone.getByRole('alertdialog'), 'Remove').click();
  await getRow(phone, 'Rita Levi').waitFor({ state: 'detached' });
});

test('leads open the pages of their role, from Home; the owner hands over', async () => {
  const lead = await site.person({ name: 'Katherine Johnson', role: 'check-in-lead' });
  const station = await site.open('/dashboard', { as: lead, viewport: { width: 1280, height: 800 } });
  await station.waitForURL('/home');
  await station.getByRole('heading', { name: 'Home' }).waitFor();
  expect(await listRail(station)).toEqual(['Home', 'Station', 'Overview', 'Volunteers']);
  for (const [address, heading] of [
    ['/check-in-overview', 'Check-in overview'],
    ['/volunteers', 'Volunteers'],
  ] as const) {
    await station.goto(address);
    await station.getByRole('heading', { name: heading, level: 1 }).waitFor();
  }
  const judging = await site.person({ name: 'Barbara Liskov', role: 'judging-lead' });
  const expo = await site.open('/judging', { as: judging, viewport: { width: 1280, height: 800 } });
  await expo.getByRole('heading', { name: 'Judging', level: 1 }).waitFor();
  expect(await listRail(expo)).toEqual(['Home', 'Progress', 'Scores', 'Publish', 'Show']);
  for (const [address, heading] of [
    ['/publish', 'Publish'],
    ['/show', 'Show'],
  ] as const) {
    await expo.goto(address);
    await expo.getByRole('heading', { name: heading }).first().waitFor();
  }

  // Another role by an invitation says which one it was, and a mistyped address what is wrong with it.
  const team = await site.open('/staff', { as: owner, expected: [/status of 400/, /ERR_INTERNET/] });
  const invite = async (email: string) => {
    await team.getByRole('textbox', { name: 'Email' }).fill(email);
    await team.getByRole('combobox', { name: 'Role' }).selectOption('Judging lead');
    await getButton(team, 'Invite').click();
  };
  await invite('katherine@@uni.example');
  await team.getByText('Please enter a valid email address').waitFor();
  await team.context().setOffline(true);
  await invite(lead.email);
  const lost = team.getByText('The site cannot be reached. Check your connection.');
  await lost.waitFor();
  await team.context().setOffline(false);
  await lost.waitFor({ state: 'detached' });
  await getButton(team, 'Invite').click();
  await getToast(team, `${lead.email} is judging lead now, and no longer check-in lead.`).waitFor();

  const heir = await site.person({ name: 'Ada Byron', role: 'admin' });
  await site.db.updateTable('users').set({ is_owner: false }).where('id', '=', heir.id).execute();
  const office = await site.open('/staff', { as: owner });
  await getButton(office, 'Change Ada Byron').click();
  await office.getByRole('menuitem', { name: 'Hand over ownership' }).click();
  await getButton(office.getByRole('alertdialog'), 'Hand over').click();
  await getToast(office, 'You are an organizer now.').waitFor();
  await getRow(office, 'Ada Byron').filter({ hasText: 'By owners' }).waitFor();
});

detail('an owner reads what leaves the site with an event that is closed', async () => {
  const page = await site.open('/log', { as: owner });
  await page.getByText('Begin the next event').click();
  await page.getByText(/the accounts of applicants, volunteers, mentors and judges/).waitFor();
  expect(await page.getByText('The event is not over').count()).toBe(0);
  // On a day of the event it says so first.
  const live = await openAt(site, '/log', '2025-09-20T19:00:00Z', owner);
  await live.getByText('Begin the next event').click();
  await live.getByText(/^The event is not over: it ends Sun, Sep 21/).waitFor();
  await expectAccessible(page);
});

detail('a mentor of an event without help is told so', async () => {
  const mina = await site.person({ name: 'Mina Mentor', role: 'mentor' });
  const page = await site.open('/dashboard', { as: mina });
  await page.getByRole('heading', { name: 'Help is switched off.' }).waitFor();
  await expectAccessible(page);
});
