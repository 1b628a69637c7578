import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { listEventErrors } from '../../testing/validation-messages.ts';
import {
  type AppleChain,
  appleChain,
  googleAccount,
  hasOpenssl,
  passphrase,
} from '../../testing/wallet-keys.ts';
import { checkWallets } from './wallet.doctor.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'overnight-wallet-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const inFolder = (env: Record<string, string>) => loadConfig({ DATA_DIR: folder, ...env });

const mistakes = (env: Record<string, string>) => listEventErrors({ DATA_DIR: folder, ...env });

describe.skipIf(!hasOpenssl)('Apple', () => {
  let chain: AppleChain;
  let other: AppleChain;
  beforeAll(() => {
    chain = appleChain();
    other = appleChain({ days: 1 });
  });
  afterAll(() => {
    chain.remove();
    other.remove();
  });

  test('certificates and key may be files or texts, with line breaks written as \\n too', () => {
    const { apple } = inFolder(chain.environment);
    expect(apple).toMatchObject({ cert: chain.read('pass.pem').trim(), wwdr: chain.read('wwdr.pem').trim() });
    expect(apple?.key).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    const text = (name: string) => chain.read(name).replaceAll('\n', '\\n');
    const inline = {
      APPLE_PASS_CERT: text('pass.pem'),
      APPLE_PASS_KEY: text('pass.key'),
      APPLE_PASS_WWDR: text('wwdr.pem'),
    };
    expect(inFolder({ ...chain.environment, ...inline }).apple?.key).toBe(apple?.key);
  });

  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const torn = '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----';
  test.each<[string, () => Record<string, string>, string]>([
    [
      'a file that is not there',
      () => ({ APPLE_PASS_CERT: '/nowhere/pass.pem' }),
      'APPLE_PASS_CERT is neither a text that begins with -----BEGIN nor a file that can be read.',
    ],
    ['a torn certificate', () => ({ APPLE_PASS_CERT: torn }), 'APPLE_PASS_CERT is not a certificate.'],
    ['a torn issuer', () => ({ APPLE_PASS_WWDR: torn }), 'APPLE_PASS_WWDR is not a certificate.'],
    [
      'the wrong passphrase',
      () => ({ APPLE_PASS_KEY_PASSPHRASE: `${passphrase}!` }),
      'APPLE_PASS_KEY is not a private key, or APPLE_PASS_KEY_PASSPHRASE is the wrong passphrase.',
    ],
    ['a key of another kind', () => ({ APPLE_PASS_KEY: privateKey }), 'APPLE_PASS_KEY is not an RSA key.'],
    [
      'the key of another certificate',
      () => ({ APPLE_PASS_KEY: other.environment.APPLE_PASS_KEY! }),
      'APPLE_PASS_KEY is not the key of APPLE_PASS_CERT.',
    ],
    [
      'another pass type',
      () => ({ APPLE_PASS_TYPE_ID: 'pass.org.other' }),
      'APPLE_PASS_TYPE_ID is pass.org.other, but APPLE_PASS_CERT is for pass.org.example.overnight.',
    ],
    [
      'another team',
      () => ({ APPLE_PASS_TEAM_ID: 'OTHER' }),
      'APPLE_PASS_TEAM_ID is OTHER, but APPLE_PASS_CERT is for EXAMPLE123.',
    ],
    [
      'another issuer',
      () => ({ APPLE_PASS_WWDR: other.environment.APPLE_PASS_WWDR! }),
      'APPLE_PASS_WWDR did not issue APPLE_PASS_CERT: look for the one of "CN=Test Developer Relations".',
    ],
  ])('%s is refused in a sentence at the start', (_what, change, sentence) =>
    expect(mistakes({ ...chain.environment, ...change() })).toEqual([sentence]),
  );

  test('doctor says which passes are signed, warns before a certificate expires, and reports an expired one', () => {
    const examined = (environment: Record<string, string>, days = 0) =>
      checkWallets(inFolder(environment), new Date(Date.now() + days * 24 * 3_600_000));
    const sound = examined(chain.environment);
    expect(sound.wrong).toEqual([]);
    expect(sound.notes[0]).toMatch(
      /^Apple Wallet: passes of pass\.org\.example\.overnight, signed until 20\d\d-\d\d-\d\d\.$/,
    );
    expect(examined(other.environment).notes[2]).toBe(
      'The certificate for Apple passes ends in 1 days. Get a new one.',
    );
    expect(examined(other.environment, 2).wrong).toEqual([
      'The certificate for Apple passes has ended: phones refuse new passes. Get a new one.',
    ]);
  });
});

test('doctor names what is missing', () => {
  const { wrong, notes } = checkWallets(inFolder({}), new Date());
  expect(wrong).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(/^Apple Wallet is off.*APPLE_PASS_TYPE_ID.*APPLE_PASS_WWDR/),
    expect.stringMatching(/^Google Wallet is off.*GOOGLE_WALLET_ISSUER_ID and GOOGLE_WALLET_SERVICE_ACCOUNT/),
  ]);
});

const google = (account: string) => ({
  GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
  GOOGLE_WALLET_SERVICE_ACCOUNT: account,
});

test('a service account is read from its JSON key', () => {
  const { json, email } = googleAccount();
  const config = inFolder(google(json));
  expect(config.google).toMatchObject({ issuerId: '3388000000012345678', serviceAccount: { email } });
  expect(checkWallets(config, new Date()).notes[1]).toBe(
    `Google Wallet: passes of issuer 3388000000012345678, signed by ${email}.`,
  );
});

test.each([
  ['JSON of something else', '{"type":"authorized_user"}'],
  ['torn JSON', '{"client_email":'],
  ['a key that is none', '{"client_email":"a@example.org","private_key":"abc"}'],
])('%s is no service account', (_what, json) =>
  expect(mistakes(google(json))).toEqual([
    'GOOGLE_WALLET_SERVICE_ACCOUNT is not the JSON key of a service account.',
  ]),
);
