import { createHmac } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import type { Config } from '../config.ts';
import { deriveKey } from '../secret.ts';

/** Stands in a stored email for the code, which is filled in when the email is sent. */
export const codePlaceholder = '{code}';

/**
 * Returns the digits of the code with this id. They follow from the random id and the secret, so the database holds no
 * code, neither in clear nor as a hash that a million guesses would open.
 */
export function deriveCode({ secretKey }: Pick<Config, 'secretKey'>, id: string): string {
  const { digits } = limits.signInCode;
  const mac = createHmac('sha256', deriveKey(secretKey, 'sign-in code')).update(id).digest('hex');
  return String(BigInt(`0x${mac}`) % 10n ** BigInt(digits)).padStart(digits, '0');
}
