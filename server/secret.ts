import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SHORTEST = 32;
const EXAMPLES =
  /change[-_ ]?me|example|replace|your[-_ ]|placeholder|secret[-_ ]?key|password|keyboard cat|^(dev|test)[-_]|0123456789abcdef|abcdefgh/i;

/** What is wrong with a master secret, as the rest of a sentence, or undefined when it will do. */
export function findWeakness(secret: string): string | undefined {
  if (Buffer.byteLength(secret) < SHORTEST) return `is shorter than ${SHORTEST} bytes`;
  if (EXAMPLES.test(secret) || new Set(secret).size < 10) return 'is an example that anybody could guess';
  return undefined;
}

/** The secret kept in `dataDir`, made at first use and readable by its owner alone. */
export function loadOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(SHORTEST).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // A link appears whole or not at all, and only once: copies that start together agree on one secret.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  const secret = readFileSync(file, 'utf8').trim();
  const wrong = findWeakness(secret);
  if (wrong)
    throw new Error(
      `The secret in ${file} ${wrong}. Restore it from a backup, or delete it to get a new one.`,
    );
  return secret;
}

// Deriving a key takes longer than most of what it is used for.
const derived = new Map<string, Buffer>();

/** The key for one purpose, 32 bytes. Keys of different purposes tell nothing of each other or of the secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  const name = `${purpose} ${secret}`;
  let key = derived.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', `overnight ${purpose}`, 32));
    derived.set(name, key);
  }
  return key;
}
