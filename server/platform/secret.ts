import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const shortestSecret = 32;
const exampleSecrets =
  /change[-_ ]?me|example|replace|your[-_ ]|placeholder|secret[-_ ]?key|password|keyboard cat|^(dev|test)[-_]|0123456789abcdef|abcdefgh/i;

/** Returns what is wrong with a master secret, to follow its name; undefined if it is valid. */
export function findWeakness(secret: string): string | undefined {
  if (Buffer.byteLength(secret) < shortestSecret) return `is shorter than ${shortestSecret} bytes`;
  if (exampleSecrets.test(secret) || new Set(secret).size < 10)
    return 'is an example that anyone could guess';
  return undefined;
}

/** Returns the content of a file, which is created with `create()` on first use and readable only by its owner. */
export function readOrCreate(file: string, create: () => string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${create()}\n`, { mode: 0o600, flush: true });
    try {
      // Creating a link is atomic and succeeds once, so instances that start together read the same content.
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}

export const secretFile = (dataDir: string) => join(dataDir, 'secret');

/** Returns the secret stored in `dataDir`; creates it at first use. */
export function loadOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  const secret = readOrCreate(file, () => randomBytes(shortestSecret).toString('base64url'));
  const weakness = findWeakness(secret);
  if (weakness)
    throw new Error(
      `The secret in ${file} ${weakness}. Restore it from a backup, or delete it to get a new one.`,
    );
  return secret;
}

// HKDF takes 14 µs, and a station's roster signs everybody's pass: 140 ms for 10,000 people.
const derivedKeys = new Map<string, Buffer>();

/** Returns the key for a purpose, 32 bytes. A key reveals nothing about other keys or the secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  const name = `${purpose} ${secret}`;
  let key = derivedKeys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', `overnight ${purpose}`, 32));
    derivedKeys.set(name, key);
  }
  return key;
}

/** Returns the HMAC (SHA-256) of a text with the key for a purpose: 32 bytes that nobody can compute without the secret. */
export function sign(secret: string, purpose: string, text: string | Buffer): Buffer {
  return createHmac('sha256', deriveKey(secret, purpose)).update(text).digest();
}

/** Returns a value that distinguishes secrets and reveals nothing about them. */
export const toSecretMark = (secret: string): string =>
  deriveKey(secret, 'settings').toString('hex').slice(0, 16);

/** Compares two texts in a time that does not depend on where they differ, or on their lengths. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
