import { expect, test } from 'vitest';
import { createApplicant } from './applicants.ts';
import { createApproved } from './check-in-people.ts';
import { findMailTo } from './outbox.ts';
import { useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('a browser that is too old says so, with the pages that work in it', async () => {
  const page = await site.open('/sign-in');
  const notice = page.getByText('This page needs a newer browser');
  await page.getByLabel('Email').waitFor();
  expect(await notice.isVisible()).toBe(false);

  // As in Safari 16: colors it does not know, scripts that it cannot read.
  await page.route(/\/assets\/.*\.css$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll('light-dark(', 'unknown('),
    });
  });
  await page.route(/\/assets\/.*\.js$/, (route) =>
    route.fulfill({ body: '', contentType: 'text/javascript' }),
  );
  await page.reload();
  await notice.waitFor();
  expect(await page.title()).toBe('Sign in to Overnight 2025');
  for (const [name, href] of [
    ['the event', '/'],
    ['the schedule', '/schedule'],
    ['your pass', '/pass.html'],
  ] as const)
    expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(href);
});

test('the pass is shown without a script after a sign-in by code, and to nobody else', async () => {
  const ada = await createApproved(site, 'Ada Lovelace');
  const old = { ...phone, javaScriptEnabled: false, expected: [/status of 400/] };
  const page = await site.open('/pass.html', old);
  const picture = page.getByRole('img', { name: 'Check-in QR code' });
  await page.getByLabel('Email', { exact: true }).fill(ada.email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = page.getByLabel('Code from the email');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Show my pass' }).click();
  await page.getByRole('alert').filter({ hasText: 'That code is not right' }).waitFor();
  expect(await picture.count()).toBe(0);
  const mail = await findMailTo(site.dataDir, ada.email, /sign-in code/);
  await code.fill(/\b\d{6}\b/.exec(mail.text ?? '')![0]);
  await page.getByRole('button', { name: 'Show my pass' }).click();
  await picture.waitFor();
  expect(await picture.getAttribute('src')).toBe(ada.qrCode);
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  await page.getByRole('link', { name: 'Log out' }).click();
  await page.waitForURL(`${site.url}/`);

  const waiting = await createApplicant(site, { name: 'Penny Pending' });
  const hers = await site.open('/pass.html', { ...old, as: waiting });
  await hers.getByText('You have no pass yet.').waitFor();
});

test('nothing lies under the notch or the home indicator of a phone', async () => {
  const ada = await createApproved(site, 'Emmy Noether');
  const page = await site.open('/dashboard', { ...phone, as: ada, viewport: { width: 844, height: 390 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: 47, right: 47, bottom: 21 },
  });
  const bar = page.getByRole('navigation', { name: 'Parts of the dashboard' });
  const parts = [page.getByRole('link', { name: 'Overnight' }).first(), bar.getByRole('link').first()];
  for (const part of parts) {
    const box = (await part.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(47);
  }

  const station = await site.open('/check-in', { ...phone, as: organizer });
  const upright = await station.context().newCDPSession(station);
  await upright.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } });
  await station.getByRole('button', { name: 'Manual Check-In' }).click();
  const field = station.getByLabel('Search by Name or Email');
  await field.fill('noether');
  await field.press('Enter');
  await station.getByRole('button', { name: /Emmy Noether/ }).click();
  const confirm = station.getByRole('button', { name: /^Confirm Check-In/ });
  const { y, height } = (await confirm.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(844 - 34);
});
