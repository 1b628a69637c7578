import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { createQrImage } from '../qr-image.ts';
import { deriveKey } from '../secret.ts';

/** What the signature needs of the program's services. */
interface Signer {
  config: Pick<Config, 'secretKey'>;
}

/** Whose pass it is; raising `passVersion` voids every pass printed before. */
export interface PassSubject {
  id: string;
  name: string;
  passVersion: number;
}

/** The signature of a pass: 128 bits of an HMAC over the person and the version, base64url. */
export function passToken(services: Signer, { id, passVersion }: Omit<PassSubject, 'name'>): string {
  return createHmac('sha256', deriveKey(services.config.secretKey, 'check-in pass'))
    .update(`v1:${id}:${passVersion}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}

/** True when `token` is the signature of this person's present pass; takes the same time for any wrong one. */
export function isGenuinePass(services: Signer, holder: Omit<PassSubject, 'name'>, token: string): boolean {
  const expected = Buffer.from(passToken(services, holder));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * What a station may know of a pass: 96 bits of the SHA-256 of its signature, base64url. Whoever holds it can recognise the
 * pass and cannot make it.
 */
export function passDigest(services: Signer, holder: Omit<PassSubject, 'name'>): string {
  return createHash('sha256')
    .update(passToken(services, holder))
    .digest()
    .subarray(0, 12)
    .toString('base64url');
}

/** What a pass says, wherever it is printed: the text of its code. */
export function passText(services: Signer, holder: PassSubject): string {
  return JSON.stringify({ userId: holder.id, name: holder.name, t: passToken(services, holder) });
}

// Drawing a code takes about a millisecond, and the session call shows the same one again and again.
const drawn = new Map<string, string>();
const KEPT = 2000;

/** The pass as the source of an image of about 5 KB. */
export function passQrCode(services: Signer, holder: PassSubject): string {
  // By what goes into the text: signing it takes as long as all the rest of a session call.
  const whose = `${services.config.secretKey} ${holder.id} ${holder.passVersion} ${holder.name}`;
  const before = drawn.get(whose);
  if (before) return before;
  const image = createQrImage(passText(services, holder));
  if (drawn.size >= KEPT) drawn.delete(drawn.keys().next().value ?? '');
  drawn.set(whose, image);
  return image;
}
