import { expect, test } from 'vitest';
import { findAccessibilityProblems } from './accessibility.ts';
import { createApproved, typeAsScanner } from './check-in-people.ts';
import { findMailTo } from './outbox.ts';
import { getButton, getToast } from './page.ts';
import { useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);
const look = process.env.LOOK;

test('an organizer removes somebody, a station stops them without a network, and an owner deletes their data', async () => {
  const eve = await createApproved(site, 'Eve Trouble');
  const expected = [/ERR_INTERNET_DISCONNECTED/, /status of 403/];
  const page = await site.open('/home', { as: organizer, expected });
  await page.getByRole('button', { name: /^Find/ }).click();
  await page.getByRole('combobox', { name: 'Commands' }).fill('eve tr');
  await page.getByRole('group', { name: 'People' }).getByRole('option', { name: 'Eve Trouble' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByRole('heading', { name: 'Eve Trouble' }).waitFor();
  const choose = async (name: string) => {
    await getButton(page, 'More about Eve Trouble').click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Replace the pass');
  await getButton(page, 'Replace the pass').click();
  await page.getByRole('img', { name: 'Check-in QR code for Eve Trouble' }).waitFor();
  await page.keyboard.press('Escape');
  await findMailTo(site.dataDir, eve.email, /Your new pass/);

  await choose('Remove from the event');
  const dialog = page.getByRole('dialog', { name: 'Remove Eve Trouble from the event?' });
  await dialog.getByLabel('Reason').fill('Code of conduct');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  if (look) await page.screenshot({ path: `${look}/remove-dialog.png` });
  await getButton(dialog, 'Remove from the event').click();
  await getToast(page, 'Eve Trouble was removed').waitFor();
  await page.getByRole('article').getByText('Removed', { exact: true }).first().waitFor();
  await page.getByText(/removed them from the event: Code of conduct/).waitFor();
  if (look) await page.screenshot({ path: `${look}/removed-1280.png`, fullPage: true });

  const station = await site.open('/check-in', {
    ...{ as: organizer, expected, serviceWorkers: 'allow', viewport: { width: 390, height: 844 } },
  });
  await station.evaluate(async () => void (await navigator.serviceWorker.ready));
  await getButton(station, 'All check-ins synced').click();
  await station.getByText(/participants can be checked in without a network/).waitFor();
  await station.keyboard.press('Escape');
  await station.context().setOffline(true);
  await station.reload();
  await getButton(station, 'Scan QR Code').waitFor();
  await typeAsScanner(station, JSON.stringify({ userId: eve.id, name: 'Eve Trouble', t: 'x'.repeat(22) }));
  const alert = station.getByRole('alert').filter({ hasText: 'Removed: call an organizer' });
  await alert.filter({ hasText: 'Eve Trouble' }).waitFor();
  if (look) await station.screenshot({ path: `${look}/station-stop-390.png` });
  await getButton(station, 'Manual Check-In').click();
  await station.getByLabel('Search by name or email').fill('trouble');
  await getButton(station, 'Search').click();
  await station.getByRole('alert').getByText('Removed: call an organizer. Eve Trouble').waitFor();
  await station.context().setOffline(false);

  const door = await site.open('/sign-in', { expected });
  await door.getByLabel('Email').fill(eve.email);
  await getButton(door, 'Send me a code').click();
  const mail = await findMailTo(site.dataDir, eve.email, /sign-in code/);
  await door.getByLabel('Code from the email').fill(/\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '');
  await door
    .getByRole('alert')
    .filter({ hasText: 'The organizers have removed you from this event' })
    .waitFor();
  if (look) await door.screenshot({ path: `${look}/sign-in-removed.png` });

  await getButton(page, 'Lift the removal').click();
  await getToast(page, 'Eve Trouble can take part again').waitFor();
  await getButton(page, 'Lift the removal').waitFor({ state: 'detached' });
  await choose('Delete all their data');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all their data' }).click();
  await getToast(page, 'Everything about Eve Trouble was deleted').waitFor();
  await page.getByRole('article').waitFor({ state: 'detached' });
  const left = site.db.selectFrom('users').select('id').where('id', '=', eve.id);
  expect(await left.execute()).toEqual([]);
});

test('an owner opens the results with one click, sets their password, and downloads a backup', async () => {
  const page = await site.open('/score-review', { as: organizer });
  await page.getByText('No password is set yet, so nobody can use one.').waitFor({ state: 'visible' });
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await getButton(page, 'Set the password').click();
  await page.getByLabel('New password').fill('correct horse battery');
  if (look) await page.screenshot({ path: `${look}/score-gate.png` });
  await page.locator('form').last().getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('The password was set by an owner').waitFor();
  await getButton(page, 'Open without the password').click();
  await getButton(page, 'Export CSV')
    .or(page.getByRole('link', { name: 'Export CSV' }))
    .first()
    .waitFor();

  await page.goto('/log');
  await page.getByText('No backup was made yet.').waitFor();
  if (look) await page.screenshot({ path: `${look}/log-1280.png` });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    getButton(page, 'Download a backup').click(),
  ]);
  expect(download.suggestedFilename()).toBe('site.zip');
  await page.getByText(/The last backup was made \d+ s ago/).waitFor();
  await page.getByText('opened the score review without the password').waitFor();
});
