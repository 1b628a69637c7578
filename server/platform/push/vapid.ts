import { createECDH, createPrivateKey, type ECDH, type KeyObject, sign } from 'node:crypto';
import type { Config } from '../config.ts';
import { deriveKey } from '../secret.ts';

type Keys = Pick<Config, 'secretKey'>;

/** The curve of all keys of web push, P-256. */
export const curve = 'prime256v1';

/** How many seconds a push service may accept a signature; at most a day (RFC 8292, section 2). */
const lifetime = 12 * 3600;

const derived = new Map<string, { publicKey: Buffer; privateKey: KeyObject }>();

/** Sets a 32-byte private key, and returns whether it is valid for the curve: all but one in four billion are. */
function acceptsPrivateKey(ecdh: ECDH, bytes: Buffer): boolean {
  try {
    ecdh.setPrivateKey(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns a key pair with the first valid one of these private keys. */
export function createKeyPair(candidate: (attempt: number) => Buffer): ECDH {
  const ecdh = createECDH(curve);
  for (let attempt = 1; !acceptsPrivateKey(ecdh, candidate(attempt)); attempt += 1);
  return ecdh;
}

/**
 * Returns the site's key pair for push services. It is derived from the secret: nothing is stored, and all instances have
 * the same one.
 */
function getKeyPair({ secretKey }: Keys) {
  let pair = derived.get(secretKey);
  if (!pair) {
    const ecdh = createKeyPair((attempt) => deriveKey(secretKey, `web push ${attempt}`));
    const publicKey = ecdh.getPublicKey();
    const x = publicKey.toString('base64url', 1, 33);
    const y = publicKey.toString('base64url', 33);
    const jwk = { kty: 'EC', crv: 'P-256', d: ecdh.getPrivateKey('base64url'), x, y };
    pair = { publicKey, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
    derived.set(secretKey, pair);
  }
  return pair;
}

/** Returns the key with which browsers subscribe, in base64url. */
export function getPushKey(keys: Keys): string {
  return getKeyPair(keys).publicKey.toString('base64url');
}

/**
 * Returns the `Authorization` of a request to a push service (RFC 8292): a token for the service's origin, signed with the
 * site's key. `contact` is an address that the service can write to: `mailto:` or `https:`.
 */
export function createAuthorization(
  keys: Keys,
  { origin, contact, now }: { origin: string; contact: string; now: Date },
): string {
  const { publicKey, privateKey } = getKeyPair(keys);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const exp = Math.floor(now.getTime() / 1000) + lifetime;
  const unsigned = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ aud: origin, exp, sub: contact })}`;
  const signature = sign('sha256', Buffer.from(unsigned), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
}
