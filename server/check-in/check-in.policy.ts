import type { SignedIn } from '../people/sessions.service.ts';

/** A new pass: for oneself, or by an organiser. */
export function mayRenewPass(actor: SignedIn, userId: string): boolean {
  return actor.id === userId || actor.role === 'admin';
}
