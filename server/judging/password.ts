import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const atOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

// Each hash takes 19 MiB and a thread of the pool that file access uses too.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function digest(password: string, salt: Buffer): Promise<Buffer> {
  return inTurn(() => derive('argon2id', { ...cost, message: password, nonce: salt }));
}

/** Returns the argon2id hash of a password, with its salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await digest(password, salt);
  return `argon2id$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** Returns whether a password matches a hash. Without a hash it takes as long and returns false. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, salt, hash] = (stored ?? dummy).split('$');
  const found = await digest(password, Buffer.from(salt ?? '', 'base64url'));
  const expected = Buffer.from(hash ?? '', 'base64url');
  return stored !== undefined && expected.length === found.length && timingSafeEqual(found, expected);
}

const dummy = `argon2id$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns a random password that is easy to read out and type: three groups of four, about 59 bits. */
export function newPassword(random: (size: number) => Buffer): string {
  const typed: string[] = [];
  while (typed.length < 12) {
    const [byte = 255] = random(1);
    if (byte < alphabet.length * 8) typed.push(alphabet[byte % alphabet.length] ?? '');
  }
  return [0, 4, 8].map((at) => typed.slice(at, at + 4).join('')).join('-');
}
