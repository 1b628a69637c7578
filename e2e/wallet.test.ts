import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { googleAccount } from '../server/testing/wallet-keys.ts';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { refuseAsUnavailable } from './page.ts';
import { detail, type SitePerson, useSite } from './site.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

const site = useSite({
  GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
  GOOGLE_WALLET_SERVICE_ACCOUNT: googleAccount().json,
});
let ada: SitePerson;
let page: Page;
beforeAll(async () => {
  ada = await createApplicant(site, { name: 'Ada Lovelace', status: 'approved' });
});

/** Returns the text of the code in a wallet link. */
async function walletCode(): Promise<string> {
  const link = page.getByRole('link', { name: 'Add to Google Wallet' });
  const answer = await ada.call('GET', ((await link.getAttribute('href')) ?? '').replace('/api', ''));
  const [, claims = ''] = (answer.headers.get('location') ?? '').split('.').slice(-3);
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).payload.eventTicketObjects[0].barcode.value;
}

async function shownCode(): Promise<string | undefined> {
  const source = await page
    .getByRole('img', { name: 'Check-in QR code for Ada Lovelace' })
    .getAttribute('src');
  const svg = Buffer.from((source ?? '').replace('data:image/svg+xml;base64,', ''), 'base64');
  const [code] = await readBarcodes(await sharp(svg, { density: 600 }).png().toBuffer());
  return code?.text;
}

test('offers the wallet that is set up, with the code that the page shows, also after a new pass', async () => {
  page = await site.open('/dashboard', { as: ada });
  await page.getByRole('link', { name: 'Add to Google Wallet' }).waitFor();
  expect(await page.getByRole('link', { name: 'Add to Apple Wallet' }).count()).toBe(0);
  const before = await shownCode();
  expect(await walletCode()).toBe(before);

  await page.getByRole('button', { name: 'Show your pass' }).click();
  await page.getByRole('button', { name: 'Replace my code' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Replace your code?' });
  await dialog.getByRole('button', { name: 'Replace my code' }).click();
  await page.getByText('This is your new pass.').waitFor();
  await page.keyboard.press('Escape');
  const after = await shownCode();
  expect(after).not.toBe(before);
  expect(await walletCode()).toBe(after);

  const organizer = await site.person({ role: 'admin' });
  const enter = async (code = '') => {
    const { userId, t } = JSON.parse(code);
    return (await organizer.call('POST', '/check-ins/read', { userId, pass: t })).status;
  };
  expect([await enter(before), await enter(after)]).toEqual([400, 200]);
});

detail('a refusal leaves the pass as it is', async () => {
  page = await site.open('/dashboard', { as: ada, expected: [/status of 503/] });
  const before = await shownCode();
  await page.route('**/api/users/*/pass', refuseAsUnavailable);
  await page.getByRole('button', { name: 'Show your pass' }).click();
  await page.getByRole('button', { name: 'Replace my code' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace my code' }).click();
  await page.getByRole('alert').filter({ hasText: 'This is not available at the moment.' }).waitFor();
  expect(await shownCode()).toBe(before);
});
