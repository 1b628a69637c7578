import type { SignedInUser } from '../sessions/sessions.service.ts';

/** Taking a check-in back, and settling two: an organiser's. */
export function canUndoCheckIn(actor: SignedInUser): boolean {
  return actor.role === 'admin';
}

/** Looking at who was turned away, and at people let in twice: an organiser's. */
export function canOpenCheckInOverview(actor: SignedInUser): boolean {
  return actor.role === 'admin';
}

/** A new pass: for oneself, or by an organiser. */
export function canRenewPass(actor: SignedInUser, userId: string): boolean {
  return actor.id === userId || actor.role === 'admin';
}
