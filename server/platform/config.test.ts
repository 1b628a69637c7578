import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listEventErrors } from '../testing/validation-messages.ts';
import { ConfigError, listWarnings, loadConfig } from './config.ts';
import { deriveKey } from './secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'overnight-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const GOOD = 'K7vTq0yB3mXw9ZrLpE2sHnUcJf6dGaQo';
const PUBLIC = { PUBLIC_URL: 'https://hack.example.org', SECRET_KEY: GOOD };
const inFolder = (env: Record<string, string>) => loadConfig({ DATA_DIR: folder, ...env });

const mistakes = (env: Record<string, string>) => listEventErrors({ DATA_DIR: folder, ...env });

function written(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

test('without variables, the site is on loopback with a generated secret that stays the same', () => {
  const first = inFolder({});
  expect(first).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    loopback: true,
    rateLimitScale: 1,
    logLevel: 'info',
  });
  expect(first.publicUrl.origin).toBe('http://localhost:3000');
  expect(first.secretKey).toBe(readFileSync(join(folder, 'secret'), 'utf8').trim());
  expect(Buffer.from(first.secretKey, 'base64url')).toHaveLength(32);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  expect(inFolder({}).secretKey).toBe(first.secretKey);
});

test('a public site reads its secret from the environment or a file, and creates none', () => {
  expect(inFolder(PUBLIC).secretKey).toBe(GOOD);
  const { SECRET_KEY: _, ...without } = PUBLIC;
  expect(inFolder({ ...without, SECRET_KEY_FILE: written('key', `${GOOD}\n`) }).secretKey).toBe(GOOD);
  expect(mistakes(without)).toEqual([
    'SECRET_KEY is missing: a public site needs one. Create one: openssl rand -base64 32',
  ]);
  expect(mistakes({ ...PUBLIC, SECRET_KEY_FILE: join(folder, 'key') })).toEqual([
    'SECRET_KEY and SECRET_KEY_FILE are both set: set only one of them.',
  ]);
  expect(mistakes({ ...without, SECRET_KEY_FILE: join(folder, 'none') })[0]).toMatch(
    /^SECRET_KEY_FILE names a file that cannot/,
  );
});

test('an empty file is no secret, also on a site of this machine', () => {
  const empty = { SECRET_KEY_FILE: written('empty', '\n') };
  const refused = ['SECRET_KEY is shorter than 32 bytes. Create one: openssl rand -base64 32'];
  expect(mistakes(empty)).toEqual(refused);
  const { SECRET_KEY: _, ...without } = PUBLIC;
  expect(mistakes({ ...without, ...empty })).toEqual(refused);
});

test.each([
  ['short', 'is shorter than 32 bytes'],
  ['changeme-changeme-changeme-changeme', 'is an example that anyone could guess'],
  ['x'.repeat(64), 'is an example that anyone could guess'],
  ['0123456789abcdef0123456789abcdef', 'is an example that anyone could guess'],
  ['your-256-bit-secret-goes-here-okay', 'is an example that anyone could guess'],
])('the secret %s is refused', (secret, why) => {
  expect(mistakes({ SECRET_KEY: secret })).toEqual([
    `SECRET_KEY ${why}. Create one: openssl rand -base64 32`,
  ]);
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PUBLIC_URL: 'hack.example.org' }, 'PUBLIC_URL must be an address like https://hack.example.org.'],
  [
    { ...PUBLIC, PUBLIC_URL: 'http://hack.example.org' },
    'PUBLIC_URL must be https://. http:// works on this machine only (localhost).',
  ],
  [
    { ...PUBLIC, PUBLIC_URL: 'http://localhost.example.org' },
    'PUBLIC_URL must be https://. http:// works on this machine only (localhost).',
  ],
  [{ PUBLIC_URL: 'http://localhost:3000/hack' }, 'PUBLIC_URL must be an address without a path.'],
  [
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL must be an address like postgres://user:password@host/database.',
  ],
  [{ ADMIN_EMAILS: 'ada@example.org, ada' }, 'ADMIN_EMAILS must be email addresses separated by commas.'],
  [
    { TRUSTED_PROXIES: '10.0.0.0/40' },
    'TRUSTED_PROXIES must be addresses or networks like 10.0.0.0/8, separated by commas.',
  ],
  [{ RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE must be above 0.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
  [
    { DATABASE_URL: 'postgres://me:se#cret@localhost/db' },
    'DATABASE_URL must not contain #: write it as %23.',
  ],
  [
    { SMTP_URL: 'smtp://me:1#2@localhost', MAIL_FROM: 'a@example.org' },
    'SMTP_URL must not contain #: write it as %23.',
  ],
  [{ SMTP_URL: 'smtp://localhost' }, 'MAIL_FROM is missing: mail by SMTP_URL needs a sender.'],
  [
    { OIDC_ISSUER: 'http://idp.example.org' },
    'OIDC_ISSUER must be https:// (http:// is for this machine only).',
  ],
  [
    {
      OIDC_ISSUER: 'https://login.microsoftonline.com/Organizations/v2.0',
      OIDC_CLIENT_ID: 'x',
      OIDC_TRUSTED_DOMAINS: 'campus.example',
    },
    'OIDC_TRUSTED_DOMAINS needs an OIDC_ISSUER of one tenant: others may name any address.',
  ],
  [
    { OIDC_TRUSTED_DOMAINS: 'campus' },
    'OIDC_TRUSTED_DOMAINS must be domains like example.edu, separated by commas.',
  ],
  [
    { S3_ENDPOINT: 'http://bucket:9000', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
    'S3_ENDPOINT must be https:// (http:// is for this machine, or with S3_ALLOW_HTTP=yes for a private network).',
  ],
  [
    { S3_ENDPOINT: 'http://localhost:9000', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' },
    'S3_SECRET_ACCESS_KEY is missing: S3_BUCKET does not work without it.',
  ],
  [
    { GOOGLE_WALLET_ISSUER_ID: '3388', GOOGLE_WALLET_SERVICE_ACCOUNT: '{}' },
    'GOOGLE_WALLET_SERVICE_ACCOUNT is not the JSON key of a service account.',
  ],
])('%j is refused in a sentence', (env, sentence) => {
  expect(mistakes(env as Record<string, string>)).toEqual([sentence]);
});

test('all mistakes are reported together', () => {
  expect(mistakes({ PORT: '-1', LOG_LEVEL: 'x', OIDC_ISSUER: 'y' })).toHaveLength(3);
});

test('groups are complete or undefined, lists are parsed, an empty variable counts as unset', () => {
  const config = inFolder({
    OIDC_ISSUER: 'https://id.example.org/realm',
    OIDC_CLIENT_ID: 'overnight',
    OIDC_TRUSTED_DOMAINS: 'Campus.example, alumni.campus.example',
    OIDC_CLIENT_SECRET_FILE: written('oidc', 'hush\n'),
    ADMIN_EMAILS: 'Ada@Example.org, bo@example.org',
    TRUSTED_PROXIES: '10.0.0.0/8 ::1 loopback',
    APPLE_PASS_TYPE_ID: '',
    EMBEDDINGS_URL: 'http://127.0.0.1:11434/v1',
    EMBEDDINGS_MODEL: 'small',
  });
  expect(config.oidc).toEqual({
    issuer: new URL('https://id.example.org/realm'),
    clientId: 'overnight',
    clientSecret: 'hush',
    name: 'single sign-on',
    trustedDomains: ['campus.example', 'alumni.campus.example'],
  });
  expect(config.adminEmails).toEqual(['ada@example.org', 'bo@example.org']);
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1', 'loopback']);
  expect(config.embeddings).toEqual({
    url: 'http://127.0.0.1:11434/v1',
    model: 'small',
    key: undefined,
    timeout: 2500,
  });
  expect(inFolder({}).embeddings).toBe('built-in');
  const off = { EMBEDDINGS: 'off', EMBEDDINGS_URL: 'http://127.0.0.1:11434/v1', EMBEDDINGS_MODEL: 'small' };
  expect(inFolder(off).embeddings).toBeUndefined();
  expect([config.apple, config.s3, config.google, config.llm]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a damaged stored secret is not replaced silently', () => {
  const other = mkdtempSync(join(folder, 'damaged-'));
  writeFileSync(join(other, 'secret'), '');
  expect(() => loadConfig({ DATA_DIR: other })).toThrow(/Restore it from a backup, or delete it/);
});

test('keys differ by purpose and by secret, and are always the same', () => {
  const key = deriveKey(GOOD, 'passes');
  expect(key).toHaveLength(32);
  expect(deriveKey(GOOD, 'passes')).toEqual(key);
  expect(deriveKey(GOOD, 'sessions')).not.toEqual(key);
  expect(deriveKey(`${GOOD}!`, 'passes')).not.toEqual(key);
});

test('a site on https without TRUSTED_PROXIES is warned, with the line to add', () => {
  expect(listWarnings(inFolder(PUBLIC))).toEqual([expect.stringMatching(/TRUSTED_PROXIES=loopback$/)]);
  expect(listWarnings(inFolder({ ...PUBLIC, TRUSTED_PROXIES: '10.0.0.5' }))).toEqual([]);
  expect(listWarnings(inFolder({}))).toEqual([]);
});

test('a data folder that cannot be written is named', () => {
  const dataDir = join(written('plain', ''), 'data');
  for (const secret of [{}, PUBLIC])
    expect(() => loadConfig({ DATA_DIR: dataDir, ...secret })).toThrow(
      new ConfigError(`DATA_DIR: the folder ${dataDir} cannot be written (ENOTDIR).`),
    );
});
