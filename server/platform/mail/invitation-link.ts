import type { Config } from '../config.ts';
import { sign } from '../secret.ts';

/** Stands in a stored email for the link that signs its receiver in, which is filled in when the email is sent. */
export const invitationPlaceholder = '{invitation-link}';

/**
 * Returns the token of the invitation in the email with this id. It follows from the random id and the secret, so that neither
 * the stored email nor a backup holds a link.
 */
export function deriveInvitationToken({ secretKey }: Pick<Config, 'secretKey'>, mailId: string): string {
  return sign(secretKey, 'invitation', mailId).toString('base64url');
}

/** Returns the address that signs in. Browsers send nothing after the `#`, so the token is in no log. */
export function createInvitationUrl(config: Pick<Config, 'secretKey' | 'publicUrl'>, mailId: string): string {
  return new URL(`/sign-in#link=${deriveInvitationToken(config, mailId)}`, config.publicUrl).href;
}
