import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { deriveKey } from '../secret.ts';
import type { SessionKind } from './sessions.service.ts';

type Keys = Pick<Config, 'secretKey'>;

/**
 * Returns the mark of a browser that has signed in as `name` before: an email address, a judge's username, or nothing for
 * reviewers. A known device has limits of its own, so nobody else can lock its user out.
 */
export function createDeviceMark({ secretKey }: Keys, kind: SessionKind, name = ''): string {
  return createHmac('sha256', deriveKey(secretKey, `${kind} device`))
    .update(name)
    .digest('base64url');
}

export function isKnownDevice(
  config: Keys,
  kind: SessionKind,
  given: string | undefined,
  name?: string,
): boolean {
  const expected = Buffer.from(createDeviceMark(config, kind, name));
  const mark = Buffer.from(given ?? '');
  return mark.length === expected.length && timingSafeEqual(mark, expected);
}
