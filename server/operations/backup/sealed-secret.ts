import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

const bytes = (most: number) => z.base64url().max(Math.ceil((most * 4) / 3));

/** A secret that only the passphrase opens, as base64url. The cost of trying a passphrase is fixed, whatever a file says. */
export const sealedSecret = z.object({ salt: bytes(16), iv: bytes(12), tag: bytes(16), text: bytes(1024) });
export type SealedSecret = z.infer<typeof sealedSecret>;

const shortestPassphrase = 12;

// 128 MB and about half a second for each try.
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 2 ** 20 };
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const toKey = (passphrase: string, salt: Buffer) => derive(passphrase.normalize(), salt, 32, cost);

/** Encrypts a secret with a passphrase (scrypt, AES-256-GCM). Throws a sentence when the passphrase is too short. */
export async function sealSecret(secret: string, passphrase: string): Promise<SealedSecret> {
  if (passphrase.length < shortestPassphrase)
    throw new Error(`The passphrase must have at least ${shortestPassphrase} characters.`);
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await toKey(passphrase, salt), iv);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = { salt, iv, tag: cipher.getAuthTag(), text };
  return sealedSecret.parse(
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.toString('base64url')])),
  );
}

/** Decrypts a secret. Throws a sentence for another passphrase, or when something of it was changed. */
export async function openSecret(sealed: SealedSecret, passphrase: string): Promise<string> {
  const part = (name: keyof SealedSecret) => Buffer.from(sealed[name], 'base64url');
  const key = await toKey(passphrase, part('salt'));
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, part('iv'), { authTagLength: 16 });
    decipher.setAuthTag(part('tag'));
    return Buffer.concat([decipher.update(part('text')), decipher.final()]).toString();
  } catch {
    throw new Error('This is not the passphrase of the backup. Nothing was restored.');
  }
}
