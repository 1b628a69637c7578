import { expect, test } from 'vitest';
import { createApplicant, getApplicationOf } from './applicants.ts';
import { expectAccessible, refuseAsUnavailable } from './page.ts';
import { before, openAt } from './phases.ts';
import { detail, useSite } from './site.ts';

const site = useSite();

test('gives an approved person the pass, and priority once they say that they come', async () => {
  const ada = await createApplicant(site, { name: 'Ada Lovelace', status: 'approved' });
  const visit = { viewport: { width: 1280, height: 720 }, colorScheme: 'dark' } as const;
  const page = await openAt(site, '/dashboard', before, ada, visit);
  await page.getByText('Congratulations!').waitFor();
  const pass = page.getByRole('region', { name: 'Check-in QR code' });
  const code = pass.getByRole('img', { name: 'Check-in QR code for Ada Lovelace' });
  expect(
    await code.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.clientWidth >= 240),
  ).toBe(true);
  const ground = await code.evaluate(
    (image) => getComputedStyle(image.parentElement as HTMLElement).backgroundColor,
  );
  expect(ground).toBe('rgb(255, 255, 255)');
  for (const label of ['Sync the events', 'Join the chat'])
    await page.getByRole('link', { name: label }).waitFor();
  expect(await page.getByRole('link', { name: /Wallet/ }).count()).toBe(0);
  for (const radio of await page.getByRole('radio', { name: /Track/ }).all())
    expect(await radio.isDisabled()).toBe(true);
  await page.getByText('Under Review').waitFor();

  expect(await page.getByText('PRIORITY ACCESS').count()).toBe(0);
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('PRIORITY ACCESS').waitFor();
  await page.getByRole('region', { name: 'Priority Check-in Pass' }).waitFor();
  await expect.poll(async () => (await getApplicationOf(site, ada))?.attendance_confirmed).toBe(true);
  await page.getByRole('button', { name: 'change your answer' }).click();
  await page.getByRole('button', { name: 'No' }).click();
  await page.getByText('PRIORITY ACCESS').waitFor({ state: 'detached' });
  await expect.poll(async () => (await getApplicationOf(site, ada))?.attendance_confirmed).toBe(false);
  await page.reload();
  expect(await page.getByRole('button', { name: 'No', pressed: true }).innerText()).toBe('No');

  await page.getByRole('button', { name: 'Show your pass' }).click();
  const screen = page.getByRole('dialog', { name: 'Check-in QR code' });
  await screen.getByText('Turn your brightness up.').waitFor();
  const organizer = await site.person({ role: 'admin' });
  const response = await organizer.call('POST', '/applications/check-in', { userId: ada.id });
  expect(response.status).toBe(200);
  await screen.getByText(/^You are checked in, \d+:\d\d [AP]M\.$/).waitFor();
  await screen.getByText('You’re in, Ada', { exact: true }).waitFor();
  expect(await screen.getByRole('img', { name: /QR code/ }).count()).toBe(0);
  await expectAccessible(page, { dialog: true });
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/arrived.png` });
  await page.keyboard.press('Escape');
  await page.getByText(/^You are checked in, \d+:\d\d [AP]M\.$/).waitFor();
  await page.getByRole('button', { name: 'Show your pass' }).waitFor();
  expect(await page.getByText('Will you come?').count()).toBe(0);
});

detail('on the narrowest phone with text twice as large the title of the pass is whole', async () => {
  const zoe = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/dashboard', { as: zoe, viewport: { width: 320, height: 640 } });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await page.getByRole('button', { name: 'Show your pass' }).click();
  const title = page.getByRole('dialog').getByRole('heading', { name: 'Check-in QR code' });
  await title.waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/pass-320-200.png` });
  expect((await title.boundingBox())!.y).toBeGreaterThanOrEqual(0);
});

detail('a refused answer goes back to what it was', async () => {
  const page = await site.open('/dashboard', {
    as: await createApplicant(site, { status: 'approved' }),
    expected: [/status of 409 .*\/api\/attendance$/],
  });
  await page.route('**/api/attendance', (route) =>
    route.fulfill({
      status: 409,
      json: {
        success: false,
        code: 'attendance_fixed',
        message: 'You are already checked in.',
        requestId: 'r',
      },
    }),
  );
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('alert').filter({ hasText: 'You are already checked in.' }).waitFor();
  expect(await page.getByText('PRIORITY ACCESS').count()).toBe(0);
});

test('opens the pass without a network after one visit, and forgets it at sign-out', async () => {
  const ada = await createApplicant(site, { name: 'Ada Lovelace', status: 'approved' });
  const page = await site.open('/dashboard', {
    as: ada,
    expected: [/ERR_INTERNET_DISCONNECTED/, /status of 401/],
    serviceWorkers: 'allow',
  });
  const code = page.getByRole('img', { name: 'Check-in QR code for Ada Lovelace' });
  await code.waitFor();
  // An installation that was cut short is taken up again at the next visit.
  const installed = () =>
    page.evaluate(() =>
      Promise.race([
        navigator.serviceWorker.ready.then(() => true),
        new Promise<boolean>((late) => setTimeout(() => late(false), 30_000)),
      ]),
    );
  if (!(await installed())) {
    await page.reload();
    expect(await installed()).toBe(true);
  }
  await page.context().setOffline(true);
  await page.reload();
  await code.waitFor();
  await page.getByText('Application Approved').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'logout' }).click();
  await page.waitForURL(`${site.url}/`);
  expect(
    await page.evaluate(async () => [
      await caches.has('private'),
      Object.keys(localStorage).filter((key) => !key.startsWith('celebrated')),
    ]),
  ).toEqual([false, []]);
  await page.context().setOffline(true);
  await page.goto('/dashboard').catch(() => undefined);
  await expect.poll(() => code.count()).toBe(0);
});

detail('opens the pass while the program answers 503', async () => {
  const ada = await createApplicant(site, { name: 'Ada Lovelace', status: 'approved' });
  const page = await site.open('/dashboard', {
    as: ada,
    expected: [/status of 503/],
    serviceWorkers: 'allow',
  });
  const code = page.getByRole('img', { name: 'Check-in QR code for Ada Lovelace' });
  await code.waitFor();
  await page.route('**/api/**', refuseAsUnavailable);
  await page.reload();
  await code.waitFor();
  await page.getByText('Application Approved').waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});
