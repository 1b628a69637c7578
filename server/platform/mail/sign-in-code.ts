import { limits } from '../../../contract/limits.ts';
import type { Config } from '../config.ts';
import { sign } from '../secret.ts';

/** Stands in a stored email for the code, which is filled in when the email is sent. */
export const codePlaceholder = '{code}';

/**
 * Returns the digits of the code with this id. They follow from the random id and the secret, so the database holds no
 * code, neither in clear nor as a hash that a million guesses would open.
 */
export function deriveCode({ secretKey }: Pick<Config, 'secretKey'>, id: string): string {
  const { digits } = limits.signInCode;
  const mac = sign(secretKey, 'sign-in code', id).toString('hex');
  return String(BigInt(`0x${mac}`) % 10n ** BigInt(digits)).padStart(digits, '0');
}
