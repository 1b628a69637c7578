import type { SignedInUser } from '../sessions/sessions.service.ts';

/** A pass opens the door for whoever holds it: it is given to its own person alone, organisers included. */
export function canGetWalletPass(actor: SignedInUser, userId: string): boolean {
  return actor.id === userId;
}
