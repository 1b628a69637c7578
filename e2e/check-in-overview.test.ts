import { beforeAll, expect, test } from 'vitest';
import { paths } from '../contract/platform/pages.ts';
import { readQrImage } from '../server/testing/qr-code.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import type { Page } from './browser.ts';
import { createApproved, typeAsScanner } from './check-in-people.ts';
import { expectAccessible, getButton } from './page.ts';
import { announced, detail, type SitePerson, useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);
let vera: SitePerson;

beforeAll(async () => {
  vera = await site.person({ name: 'Vera Rubin', role: 'volunteer' });
});

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const letIn = async (guest: SitePerson, checkpoint = 'entrance') =>
  expect(
    (await organizer.call('POST', '/applications/check-in', { userId: guest.id, checkpoint })).status,
  ).toBe(200);
const offline = (station: SitePerson, guest: SitePerson, pass?: string) => {
  const body = { userId: guest.id, pass, at: new Date().toISOString() };
  return station.call('PUT', `/check-ins/keys/${crypto.randomUUID()}`, body);
};
const rowsOf = ({ id }: SitePerson) =>
  site.db
    .selectFrom('check_ins')
    .where('user_id', '=', id)
    .orderBy('checked_in_at')
    .select(['state', 'undone_by as undoneBy', 'undo_reason as reason'])
    .execute();
/** Opens the page and waits until it is subscribed to changes. */
async function overview(address = '/check-in-overview', options: object = {}): Promise<Page> {
  const page = await site.open(address, { as: organizer, ...options });
  await page.getByText(/^Updated/).waitFor();
  return page;
}

detail(
  'the overview and the volunteers are for organizers: others are redirected to their own page',
  async () => {
    for (const [as, own] of [
      [undefined, '/'],
      [await site.person({ name: 'Ada Lovelace' }), '/dashboard'],
      [vera, '/check-in'],
    ] as const) {
      const page = await site.open('/schedule', { ...(as && { as }) });
      for (const address of ['/check-in-overview', '/volunteers']) {
        await page.goto(address);
        await page.waitForURL(own);
      }
    }
  },
);

test('a check-in at any station shows at once, and can be undone with a reason', async () => {
  const emmy = await createApproved(site, 'Emmy Noether');
  const page = await overview();
  const missing = page.getByRole('link', { name: 'Who is not here yet' });
  expect(await missing.getAttribute('href')).toBe(`${paths.dashboard}?status=approved&checkedIn=no`);
  const swag = getButton(page, /^T-shirt and swag/);
  await expect.poll(() => swag.innerText()).toMatch(/\s0\s+checked in$/);
  await letIn(emmy);
  const row = page.getByRole('row').filter({ hasText: 'Emmy Noether' });
  await row.waitFor(announced);
  await letIn(emmy, 'swag');
  await expect.poll(() => swag.innerText(), announced).toMatch(/\s1\s+checked in$/);

  await row.getByRole('button', { name: 'Undo the check-in of Emmy Noether' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo check-in: Emmy Noether' });
  await dialog.getByRole('button', { name: 'Undo check-in' }).click();
  await dialog.getByText('Please enter a reason.').waitFor();
  expect((await rowsOf(emmy)).map(({ state }) => state)).toEqual(['admitted', 'admitted']);
  await dialog.getByLabel('Reason').fill('  Wrong phone ');
  await dialog.getByLabel('Reason').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await row.waitFor({ state: 'detached', ...announced });
  expect(await rowsOf(emmy)).toEqual([
    { state: 'undone', undoneBy: organizer.id, reason: 'Wrong phone' },
    { state: 'admitted', undoneBy: null, reason: null },
  ]);
  await swag.click();
  await row.waitFor();
  expect(new URL(page.url()).search).toBe('?at=swag');
});

detail('meals are counted of those who are in', async () => {
  const [ada, alan] = [await createApproved(site, 'Ada Inside'), await createApproved(site, 'Alan Outside')];
  await letIn(ada);
  await letIn(ada, 'saturday-lunch');
  const page = await overview();
  const counts = (await (await organizer.call('GET', '/check-ins/counts')).json()) as {
    checkpoint: string;
    count: number;
  }[];
  const inside = counts.find(({ checkpoint }) => checkpoint === 'entrance')!.count;
  const { expected } = (await (await organizer.call('GET', '/check-ins/stations')).json()) as {
    expected: number;
  };
  expect(expected).toBeGreaterThan(inside);
  expect(alan.name).not.toBe(ada.name);
  const of = (name: RegExp) => getButton(page, name).locator('[data-of]').getAttribute('data-of');
  await expect.poll(() => of(/^Entrance/)).toBe(` of ${expected}`);
  await expect.poll(() => of(/^Saturday lunch/)).toBe(` of ${inside}`);
});

detail('a refused scan at a station shows at once, with its reason', async () => {
  const kurt = await createApproved(site, 'Kurt Gödel');
  const page = await overview();
  const scans = page.getByRole('region', { name: 'Refused scans' }).getByRole('listitem');
  await vera.call('POST', '/check-ins/read', { userId: kurt.id, pass: 'forged' });
  const forged = scans.filter({ hasText: 'Kurt Gödel' });
  await forged.waitFor(announced);
  expect(await forged.innerText()).toMatch(/This pass is no longer valid[\s\S]*scanned by Vera Rubin/);

  const station = await site.open('/check-in', { as: vera });
  await getButton(station, 'Scan QR Code').waitFor();
  await typeAsScanner(station, 'https://example.org/a-menu');
  await station.getByRole('alert').filter({ hasText: 'Invalid QR code format' }).waitFor();
  await scans.filter({ hasText: 'Unknown pass' }).waitFor(announced);

  await getButton(station, 'Problem').click();
  const problem = station.getByRole('dialog', { name: 'Problem' });
  await getButton(problem, 'Send to the organizers').click();
  await problem.getByText('Please enter their name.').waitFor();
  await problem.getByLabel('No phone').check({ force: true });
  await problem.getByLabel(/^Their name/).fill('Niels Bohr, the battery is empty');
  await getButton(problem, 'Send to the organizers').click();
  const help = page.getByRole('region', { name: 'People who need help', exact: true });
  const reported = help.getByRole('listitem').filter({ hasText: 'No phone' });
  await reported.waitFor(announced);
  expect(await reported.innerText()).toMatch(/Niels Bohr, the battery is empty\s+reported by Vera Rubin/);
  expect(await help.getByText('Unknown pass').count()).toBe(0);
  // Once somebody is in, nobody has to help them.
  await vera.call('POST', '/applications/check-in', { userId: kurt.id });
  const repeats = page.getByRole('region', { name: 'Harmless repeats', exact: true });
  await repeats.getByText('Kurt Gödel · scanned by Vera Rubin · is in now').waitFor();
  // At whichever checkpoint an organizer looks.
  await getButton(page, /^Saturday lunch/).click();
  await reported.getByText('Entrance · reported by Vera Rubin').waitFor();
  await getButton(reported, /^Done: Niels Bohr/).waitFor();
  // On the home page too, until an organizer is done with it.
  await page.goto(paths.organizerHome);
  const line = page.getByRole('listitem').filter({ hasText: 'No phone' });
  await line.getByRole('link').getByText('Niels Bohr, the battery is empty · Entrance').waitFor();
  await getButton(line, 'Done: No phone').click();
  await line.waitFor({ state: 'detached' });
  await page.goto(paths.checkInOverview);
  await repeats.getByText('reported by Vera Rubin · done').waitFor();
});

detail('two scans of a genuine pass without a network are history, and nobody has to decide', async () => {
  const lise = await createApproved(site, 'Lise Meitner');
  const pass = JSON.parse(await readQrImage(lise.qrCode)).t as string;
  for (const station of [organizer, vera]) await offline(station, lise, pass);
  const page = await overview();
  const twice = region(page, 'Checked in twice');
  await twice.getByText(/^None\./).waitFor();
  await twice.getByText('Settled themselves: 1').click();
  await twice.getByText('Lise Meitner').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('a double check-in is resolved by a person', async () => {
  const hedy = await createApproved(site, 'Hedy Lamarr');
  const page = await overview();
  await region(page, 'Checked in twice')
    .getByText(/^None\./)
    .waitFor();
  await offline(organizer, hedy);
  await offline(vera, hedy);
  const conflict = region(page, 'Checked in twice').getByRole('listitem');
  await conflict.waitFor(announced);
  expect(await conflict.innerText()).toMatch(
    /Hedy Lamarr[\s\S]*Entrance[\s\S]*by Grace Hopper[\s\S]*by Vera Rubin/,
  );
  await conflict.getByRole('button', { name: 'Keep the second' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep the second: Hedy Lamarr' });
  await dialog.getByLabel('Reason').fill('The first was a friend');
  await dialog.getByRole('button', { name: 'Keep the second' }).click();
  await region(page, 'Checked in twice')
    .getByText(/^None\./)
    .waitFor();
  expect(await rowsOf(hedy)).toEqual([
    { state: 'undone', undoneBy: organizer.id, reason: 'The first was a friend' },
    { state: 'admitted', undoneBy: null, reason: null },
  ]);
});

detail('a conflict that another organizer has resolved meanwhile says so, and the dialog stays', async () => {
  const alan = await createApproved(site, 'Alan Turing');
  await offline(organizer, alan);
  await offline(vera, alan);
  const page = await overview('/check-in-overview', { expected: [/status of 409/] });
  await getButton(page, 'Keep the first').click();
  const [conflict] = (await (await organizer.call('GET', '/check-ins/conflicts')).json()) as {
    _id: string;
  }[];
  await organizer.call('PUT', `/check-ins/conflicts/${conflict?._id}`, { keep: 'second', reason: 'Looked' });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Seen twice');
  await dialog.getByRole('button', { name: 'Keep the first' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'This conflict is already resolved.' }).waitFor();
});

detail('what cannot be loaded says so, and can be retried', async () => {
  const page = await overview('/check-in-overview', { expected: [/status of 500/] });
  const fail = /\/api\/check-ins\/(counts|attempts|conflicts)/;
  await page.route(fail, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  const failures = ['counts', 'conflicts', 'refused scans'].map((what) =>
    page.getByRole('alert').filter({ hasText: `The ${what} could not be loaded.` }),
  );
  for (const failed of failures) await failed.waitFor();
  await page.unroute(fail);
  for (const failed of failures) {
    await failed.getByRole('button', { name: 'Retry' }).click();
    await failed.waitFor({ state: 'detached' });
  }
});

detail('the curve of arrivals grows while it is shown', async () => {
  const page = await site.open('/home', { as: organizer });
  const summary = page.getByText(/^\d+ checked in, \d+% of those approved$/);
  await summary.waitFor();
  const before = Number.parseInt(await summary.innerText(), 10);
  await letIn(await createApproved(site, 'Mary Jackson'));
  await page.getByText(new RegExp(`^${before + 1} checked in, `)).waitFor(announced);
});

detail('accessible in both themes, and fits a phone', async () => {
  const guest = await createApproved(site, 'Annie Easley');
  await offline(organizer, guest);
  await offline(vera, guest);
  await vera.call('POST', '/check-ins/read', { userId: guest.id, pass: 'forged' });
  const page = await overview();
  await getButton(page, 'Keep the first').first().waitFor();
  await expectAccessible(page);
  await getButton(page, /^Undo the check-in of Annie/)
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo check-in' }).click();
  await page.getByText('Please enter a reason.').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
