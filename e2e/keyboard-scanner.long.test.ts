import { beforeAll, expect, test } from 'vitest';
import { readQrImage } from '../server/testing/qr-code.ts';
import type { Page } from './browser.ts';
import { createApproved, typeAsScanner } from './check-in-people.ts';
import { getButton } from './page.ts';
import { useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);
const name = 'Máyam Mummery';
let pass: string;
beforeAll(async () => {
  pass = await readQrImage((await createApproved(site, name)).qrCode);
});

async function openStation(options: { width?: number } = {}): Promise<Page> {
  const { width = 1280 } = options;
  const page = await site.open('/check-in', { as: organizer, viewport: { width, height: 900 } });
  await page.getByText(/^Updated/).waitFor();
  return page;
}

const expectPerson = (page: Page) =>
  page.getByRole('region', { name: 'Participant Information' }).getByText(name).waitFor();

// What a browser reports on computers with these keyboards, for the keys whose character differs on a US keyboard.
const german = {
  '{': 'Ü',
  '}': '*',
  '"': 'Ä',
  ':': 'Ö',
  '-': 'ß',
  _: '?',
  '\\': '#',
  y: 'z',
  z: 'y',
  Y: 'Z',
  Z: 'Y',
};
const letters = { a: 'q', q: 'a', z: 'w', w: 'z', A: 'Q', Q: 'A', Z: 'W', W: 'Z', m: ',', M: '?' };
const french = {
  ...Object.fromEntries([...'1234567890'].map((digit, index) => [digit, '&é"\'(-è_çà'[index]])),
  ...letters,
  ...{ '{': 'Dead', '}': '£', '"': '%', ':': 'M', ',': ';', '-': ')', _: '°', '\\': '*' },
};
const codes: Record<string, string> = {
  ...{ '{': 'BracketLeft', '}': 'BracketRight', '"': 'Quote', ':': 'Semicolon', ',': 'Comma', '-': 'Minus' },
  ...{ _: 'Minus', '\\': 'Backslash', ' ': 'Space' },
};

/** Presses the keys of a US keyboard for a text, on a computer that makes other characters of them. */
async function pressKeys(page: Page, text: string, made: Record<string, string>, { withCodes = true } = {}) {
  const devtools = await page.context().newCDPSession(page);
  const strokes = [...text, 'Enter'].flatMap((character) => {
    const key = made[character] ?? character;
    const code =
      codes[character] ?? (/\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`);
    const modifiers = /[A-Z{}":_]/.test(character) ? 8 : 0;
    const stroke = { key, modifiers, ...(withCodes && { code: character === 'Enter' ? 'Enter' : code }) };
    return [
      { type: 'keyDown', ...stroke },
      { type: 'keyUp', ...stroke },
    ] as const;
  });
  // In the order in which they are sent.
  await Promise.all(strokes.map((stroke) => devtools.send('Input.dispatchKeyEvent', stroke)));
}

test.each([
  [40, ''],
  [120, 'Tab'],
  [60, 'Enter'],
])('a scanner that takes %i ms for a key and ends with "%s" finds the person', async (pace, last) => {
  const page = await openStation();
  await typeAsScanner(page, pass, { pace, last });
  await expectPerson(page);
  expect(await getButton(page, 'Scan QR Code').isVisible()).toBe(true);
});

test('a scan into the search leaves the field as it was', async () => {
  const page = await openStation();
  await page.keyboard.press('/');
  const field = page.getByLabel('Search by Name or Email');
  await field.fill('Ada');
  await page.waitForTimeout(500);
  await page.keyboard.type(pass, { delay: 50 });
  await expectPerson(page);
  expect(await field.inputValue()).toBe('Ada');
});

test('a scanner for the US is read on German and French computers, with a hint where it cannot be', async () => {
  const page = await openStation();
  for (const [made, withCodes] of [
    [german, true],
    [german, false],
    [french, true],
  ] as const) {
    await pressKeys(page, pass, made, { withCodes });
    await expectPerson(page);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Participant Information' }).waitFor({ state: 'detached' });
  }
  const greek = { ...german, u: 'θ', s: 'σ', e: 'ε', r: 'ρ', d: 'δ', t: 'τ' };
  await pressKeys(page, pass, greek, { withCodes: false });
  const refusal = page.getByRole('alert');
  await refusal.getByText('Invalid QR code format').waitFor();
  await refusal.getByText(/^Your scanner types as if on a US keyboard/).waitFor();
});
