import { createHash } from 'node:crypto';
import type { ApplicationStatus } from '../../../contract/apply/applications.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/open.ts';
import { earlierSecretKey, findSetting } from '../../platform/db/settings.ts';
import { createQrImage } from '../../platform/qr-image.ts';
import { isSameText, sign, toSecretMark } from '../../platform/secret.ts';

interface Signer {
  config: Pick<Config, 'secretKey'>;
}

/** Returns whether a person whose application has this status has a pass: only approved people do. */
export function hasPass(status: ApplicationStatus | null): boolean {
  return status === 'approved';
}

/**
 * The holder of a pass. Raising `passVersion` voids every earlier pass; `renewPass` in `participants.service.ts` does that.
 */
interface PassSubject {
  id: string;
  name: string;
  passVersion: number;
}

/** Returns the signature of a pass: 128 bits of an HMAC over the person and the version, base64url. */
export function passToken(services: Signer, { id, passVersion }: Omit<PassSubject, 'name'>): string {
  const mac = sign(services.config.secretKey, 'check-in pass', `v1:${id}:${passVersion}`);
  return mac.subarray(0, 16).toString('base64url');
}

/** Returns whether `token` is the signature of this person's current pass, in constant time. */
export function isGenuinePass(services: Signer, holder: Omit<PassSubject, 'name'>, token: string): boolean {
  return isSameText(token, passToken(services, holder));
}

/** Whether there are passes signed with another secret. */
export async function hasEarlierSecret(db: Db, secretKey: string): Promise<boolean> {
  const earlier = await findSetting<string>(db, earlierSecretKey);
  return earlier !== undefined && earlier !== toSecretMark(secretKey);
}

/**
 * Returns why a pass that is not genuine is refused. Without the former secret, its passes cannot be told from forged ones:
 * both are refused, with the more likely reason.
 */
export async function getPassRefusal({ db, config }: Signer & { db: Db }, token: string) {
  const isWellFormed = /^[\w-]{22}$/.test(token);
  return isWellFormed && (await hasEarlierSecret(db, config.secretKey)) ? 'earlier_pass' : 'invalid_pass';
}

/**
 * Returns what a station may know about a pass: 96 bits of the SHA-256 of its signature, base64url. Enough to recognize the
 * pass, not to make one.
 */
export function passDigest(services: Signer, holder: Omit<PassSubject, 'name'>): string {
  return createHash('sha256')
    .update(passToken(services, holder))
    .digest()
    .subarray(0, 12)
    .toString('base64url');
}

/** Returns a pass's text as JSON in ASCII, because scanners that type have no keys for other characters. */
export function passText(services: Signer, { id, name, passVersion }: PassSubject): string {
  const text = JSON.stringify({ userId: id, name, t: passToken(services, { id, passVersion }) });
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// Drawing a QR code takes about a millisecond, and the session call keeps returning the same one.
const cachedImages = new Map<string, string>();
const maxCachedImages = 2000;

/** Returns the QR code of a pass as an image source of about 5 KB. */
export function passQrCode(services: Signer, holder: PassSubject): string {
  // The key consists of the text's parts: signing it would take as long as the rest of a session call.
  const key = `${services.config.secretKey} ${holder.id} ${holder.passVersion} ${holder.name}`;
  const cached = cachedImages.get(key);
  if (cached) return cached;
  const image = createQrImage(passText(services, holder));
  if (cachedImages.size >= maxCachedImages) cachedImages.delete(cachedImages.keys().next().value ?? '');
  cachedImages.set(key, image);
  return image;
}
