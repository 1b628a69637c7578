import { limits } from '../../../contract/limits.ts';
import type { Config } from '../config.ts';
import { sign } from '../secret.ts';

// Sign-in codes and links exist only in the email that is sent, and in the response of `inviteStaff`. They are derived from
// a random id and the secret, so that no stored email, export or backup contains one, not even as a hash that a million
// guesses would break.

/** Their placeholders in a stored email. */
export const codePlaceholder = '{code}';
export const guardianLinkPlaceholder = '{guardian-link}';
export const invitationPlaceholder = '{invitation-link}';

const placeholders = /\{(=*)(code|guardian-link|invitation-link)\}/g;

/** Returns a text in which these words, for example typed as a name, are sent as they were typed. */
export const escapePlaceholders = (text: string): string => text.replace(placeholders, '{=$1$2}');

type Keys = Pick<Config, 'secretKey'>;

export function deriveCode({ secretKey }: Keys, id: string): string {
  const { digits } = limits.signInCode;
  const mac = sign(secretKey, 'sign-in code', id).toString('hex');
  return String(BigInt(`0x${mac}`) % 10n ** BigInt(digits)).padStart(digits, '0');
}

export const deriveGuardianToken = ({ secretKey }: Keys, linkId: string): string =>
  sign(secretKey, 'guardian', linkId).toString('base64url');

export const deriveInvitationToken = ({ secretKey }: Keys, mailId: string): string =>
  sign(secretKey, 'invitation', mailId).toString('base64url');

/** Returns the address that the invitation in the email with this id opens. */
export const createInvitationLink = (config: Keys & Pick<Config, 'publicUrl'>, mailId: string): string =>
  // Browsers do not send anything after the `#`, so no log contains the token.
  new URL(`/sign-in#link=${deriveInvitationToken(config, mailId)}`, config.publicUrl).href;

/**
 * Returns a function that writes the code or link of a stored email into its texts, once, and reverses
 * `escapePlaceholders`.
 */
export function createFiller(
  config: Keys & Pick<Config, 'publicUrl'>,
  { id, codeId, guardianLinkId }: { id: string; codeId: string | null; guardianLinkId: string | null },
): (text: string) => string {
  const fill = (placeholder: string, secret: string) => (text: string) =>
    text.replace(placeholders, (found, escapes: string, word: string) =>
      escapes ? `{${escapes.slice(1)}${word}}` : found === placeholder ? secret : found,
    );
  if (codeId) return fill(codePlaceholder, deriveCode(config, codeId));
  if (guardianLinkId)
    return fill(
      guardianLinkPlaceholder,
      new URL(`/api/guardian/${deriveGuardianToken(config, guardianLinkId)}`, config.publicUrl).href,
    );
  return fill(invitationPlaceholder, createInvitationLink(config, id));
}
