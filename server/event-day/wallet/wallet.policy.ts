import type { SignedInUser } from '../../platform/sessions/session-holders.ts';

/** A pass checks in whoever holds it, so only its own person gets it, not even an organizer. */
export function canGetWalletPass(actor: SignedInUser, userId: string): boolean {
  return actor.id === userId;
}
