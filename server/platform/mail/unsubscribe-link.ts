import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { sign } from '../secret.ts';

const idBytes = 16;
const macBytes = 16;

const signId = ({ secretKey }: Pick<Config, 'secretKey'>, id: Buffer): Buffer =>
  sign(secretKey, 'unsubscribe', id).subarray(0, macBytes);

/** Returns the address at which a user unsubscribes without signing in. */
export function createUnsubscribeUrl(config: Pick<Config, 'secretKey' | 'publicUrl'>, userId: string) {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([id, signId(config, id)]).toString('base64url');
  return new URL(`/api/unsubscribe/${token}`, config.publicUrl).href;
}

/** Returns the id of the user whom a token was made for; undefined for any other text. */
export function parseUnsubscribeToken(config: Pick<Config, 'secretKey'>, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + macBytes) return undefined;
  const id = bytes.subarray(0, idBytes);
  if (!timingSafeEqual(bytes.subarray(idBytes), signId(config, id))) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
