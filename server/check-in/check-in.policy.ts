import type { SignedInUser } from '../sessions/sessions.service.ts';

/** Organizers undo check-ins. */
export function canUndoCheckIn(actor: SignedInUser): boolean {
  return actor.role === 'admin';
}

/** Organizers open the check-in overview. */
export function canOpenCheckInOverview(actor: SignedInUser): boolean {
  return actor.role === 'admin';
}

/** The holder and organizers renew a pass. */
export function canRenewPass(actor: SignedInUser, userId: string): boolean {
  return actor.id === userId || actor.role === 'admin';
}
