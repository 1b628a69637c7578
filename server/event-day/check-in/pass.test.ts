import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { limits } from '../../../contract/limits.ts';
import { isGenuinePass, passDigest, passQrCode, passText, passToken } from './pass.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

const services = { config: { secretKey: 'a secret that only this test uses, long enough' } };
const ada = { id: '5f0c9a52-6c1e-4c7e-9a53-0d4b9f2f8f11', name: 'Ada Lovelace', passVersion: 3 };

test('a pass holds the id, the name and a signature of 128 bits', () => {
  const token = passToken(services, ada);
  expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  expect(JSON.parse(passText(services, ada))).toEqual({ userId: ada.id, name: 'Ada Lovelace', t: token });
});

test('a pass is JSON in ASCII, whatever the name', () => {
  for (const name of [
    'Zoë Müller',
    'Łukasz Żak',
    '艾达·洛夫莱斯',
    'Ada 👩🏽‍💻\u007f',
    'வெங்கட்ராமன் '.repeat(8),
  ]) {
    const text = passText(services, { ...ada, name });
    expect(text).toMatch(/^[ -~]+$/);
    expect(JSON.parse(text)).toEqual({ userId: ada.id, name, t: passToken(services, ada) });
    expect(text.length).toBeLessThanOrEqual(limits.checkIn.payloadMaxBytes);
  }
});

test('only the current pass of the person is genuine, with the same secret', () => {
  const token = passToken(services, ada);
  expect(isGenuinePass(services, ada, token)).toBe(true);
  expect(isGenuinePass(services, { ...ada, passVersion: 4 }, token)).toBe(false);
  expect(isGenuinePass(services, { ...ada, id: ada.id.replace('5f', '6f') }, token)).toBe(false);
  const other = { config: { secretKey: 'another secret of the same kind, also long enough' } };
  expect(isGenuinePass(other, ada, token)).toBe(false);
  for (const wrong of ['', 'x', `${token}=`, token.slice(1), `${token}${token}`, 'é'.repeat(22)])
    expect(isGenuinePass(services, ada, wrong)).toBe(false);
});

test('the digest of a pass is the one that browsers compute', async () => {
  const signature = new TextEncoder().encode(passToken(services, ada));
  const whole = Buffer.from(await crypto.subtle.digest('SHA-256', signature));
  expect(passDigest(services, ada)).toBe(whole.subarray(0, 12).toString('base64url'));
});

test('its QR code is small and reads back as exactly its text, long names included', async () => {
  const names = { 'Ada Lovelace': 6, 艾达·洛夫莱斯: 6, [`${'Ada Lovelace '.repeat(7)}Ada Byron`]: 9 };
  for (const [name, kilobytes] of Object.entries(names)) {
    const holder = { ...ada, name };
    const image = passQrCode(services, holder);
    expect(image.length).toBeLessThan(kilobytes * 1024);
    const svg = Buffer.from(image.replace('data:image/svg+xml;base64,', ''), 'base64');
    const [code] = await readBarcodes(await sharp(svg, { density: 600 }).png().toBuffer());
    expect(code?.text).toBe(passText(services, holder));
    expect(passQrCode(services, holder)).toBe(image);
  }
});
