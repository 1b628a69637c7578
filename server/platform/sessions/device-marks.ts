import type { Config } from '../config.ts';
import { isSameText, sign } from '../secret.ts';
import type { SessionKind } from './session-holders.ts';

type Keys = Pick<Config, 'secretKey'>;

/**
 * Returns the mark of a browser that has signed in as `name` before: an email address, a judge's username, or empty for
 * reviewers. A known device has limits of its own, so nobody else can lock its user out.
 */
export function createDeviceMark({ secretKey }: Keys, kind: SessionKind, name = ''): string {
  return sign(secretKey, `${kind} device`, name).toString('base64url');
}

export function isKnownDevice(config: Keys, kind: SessionKind, given = '', name?: string): boolean {
  return isSameText(given, createDeviceMark(config, kind, name));
}
