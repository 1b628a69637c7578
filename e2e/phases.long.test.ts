import { expect, test } from 'vitest';
import { createApplicant } from './applicants.ts';
import { after, checkIn, during, longestEvent, openAt } from './phases.ts';
import { useSite } from './site.ts';

const site = useSite(longestEvent);

test('the longest names make the page no longer than that, and each opens by Tab', async () => {
  const long = (text: string, most = 100) => text.padEnd(most, 'wolfeschlegelsteinhausen');
  const people = ['Lea', 'Sam', 'Bo', 'Cy'].map((name) =>
    createApplicant(site, { name: long(name), status: 'approved' }),
  );
  const [lea, sam, ...members] = await Promise.all(people);
  const created = await lea!.call('POST', '/teams', { name: long('Owls', 50) });
  const team = (await created.json()) as { _id: string; inviteCode: string };
  for (const member of members) await member.call('POST', '/teams/join', { inviteCode: team.inviteCode });
  await sam!.call('POST', '/teams/join-requests', { teamId: team._id, message: 'm'.repeat(500) });
  await checkIn(site, lea!);
  const page = await openAt(site, '/dashboard', during, lea);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await page.getByRole('heading', { name: 'Application Details' }).waitFor();
  expect(await height()).toBeLessThanOrEqual(1800);
  await page.getByRole('link', { name: /^Team/ }).click();
  await page.getByRole('button', { name: /^Approve Sam/ }).waitFor();
  expect(await page.getByRole('list', { name: 'Members' }).getByRole('listitem').count()).toBe(3);
  expect(await height()).toBeLessThanOrEqual(1800);
  const name = page.getByTitle(long('Bo'), { exact: true });
  const folded = (await name.boundingBox())?.height ?? 0;
  await name.focus();
  expect((await name.boundingBox())?.height).toBeGreaterThan(2 * folded);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await page.getByRole('button', { name: /^Approve Sam/ }).waitFor();
  expect(await height()).toBeLessThanOrEqual(1700);
});

test('the answer to "Will you come?" is in sight by Tab on a laptop', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/dashboard', { as: ada, viewport: { width: 1280, height: 800 } });
  const no = page.getByRole('button', { name: 'No', exact: true });
  await no.waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const focused = () => no.evaluate((button) => button === document.activeElement);
  for (let stops = 0; stops < 40 && !(await focused()); stops += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe(true);
  const box = await no.boundingBox();
  expect(box && box.y >= 64 && box.y + box.height <= 800).toBe(true);
});

test('during and after the event the leader’s dashboard does not jump on a slow connection', async () => {
  const lea = await createApplicant(site, { status: 'approved' });
  expect((await lea.call('POST', '/teams', { name: 'Night Owls' })).status).toBe(201);
  const page = await openAt(site, '/dashboard', during, lea);
  await page.getByRole('heading', { name: 'Application Details' }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const time of [during, after]) {
    await page.clock.setSystemTime(time);
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Application Details' }).waitFor({ timeout: 60_000 });
    // At the event it is behind the bar.
    await page.getByText('Fill your seats').first().waitFor({ state: 'attached', timeout: 60_000 });
    expect(await page.evaluate('shifts.sum')).toBeLessThan(0.05);
  }
});
