import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Config } from '../platform/config.ts';
import { isSameText, sign } from '../platform/secret.ts';

const derive = promisify(argon2);
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const atOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

// Each hash takes 19 MiB and a thread of the pool that file access also uses.
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

/** Returns whether a password matches a hash. Without a hash it takes the same time and returns false. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, salt, hash] = (stored ?? dummy).split('$');
  const found = await digest(password, Buffer.from(salt ?? '', 'base64url'));
  const expected = Buffer.from(hash ?? '', 'base64url');
  return stored !== undefined && expected.length === found.length && timingSafeEqual(found, expected);
}

const dummy = `argon2id$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const checkLength = 3;

function randomCharacters(random: (size: number) => Buffer, length: number): string {
  let typed = '';
  while (typed.length < length) {
    const [byte = 255] = random(1);
    if (byte < alphabet.length * 8) typed += alphabet[byte % alphabet.length];
  }
  return typed;
}

const toGroups = (characters: string) => (characters.match(/.{4}/g) ?? []).join('-');

/** Returns a random password that is easy to read out and type: three groups of four, about 59 bits. */
export function newPassword(random: (size: number) => Buffer): string {
  return toGroups(randomCharacters(random, 12));
}

type Keys = Pick<Config, 'secretKey'>;

function computeCheck({ secretKey }: Keys, username: string, characters: string): string {
  const code = sign(secretKey, 'judge password check', `${username} ${characters}`);
  return Array.from(code.subarray(0, checkLength), (byte) => alphabet[byte % alphabet.length]).join('');
}

/**
 * Returns a judge's password: as long as others, but its last three characters are a keyed check of the nine random ones, about
 * 45 bits, and of the username. `hasPasswordCheck` tells it from a guess without a hash and without storing anything.
 */
export function newJudgePassword(
  { config, random }: { config: Keys; random: (size: number) => Buffer },
  username: string,
): string {
  const characters = randomCharacters(random, 12 - checkLength);
  return toGroups(characters + computeCheck(config, username, characters));
}

/** Returns whether a password may have been issued to this judge: one of 29,791 guesses passes. It may still be wrong. */
export function hasPasswordCheck(config: Keys, username: string, password: string): boolean {
  const characters = password.replaceAll('-', '');
  const expected = computeCheck(config, username, characters.slice(0, -checkLength));
  return isSameText(characters.slice(-checkLength), expected);
}

/** Normalizes a typed password as it was issued, ignoring capitals, spaces and dashes; other text is unchanged. */
export function normalizePassword(typed: string): string {
  const characters = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return characters.length === 12 ? toGroups(characters) : typed;
}
