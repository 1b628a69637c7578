import type { SignedIn } from '../auth/sessions.service.ts';

/** A pass opens the door for whoever holds it: it is given to its own person alone, organisers included. */
export function mayCarryPass(actor: SignedIn, userId: string): boolean {
  return actor.id === userId;
}
