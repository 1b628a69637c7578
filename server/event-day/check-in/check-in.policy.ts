import type { SignedInUser } from '../../platform/sessions/sessions.service.ts';

/** The holder and organizers renew a pass. */
export function canRenewPass(actor: SignedInUser, userId: string): boolean {
  return actor.id === userId || actor.role === 'admin';
}

/** Organizers admit walk-ins; volunteers check in who is approved. */
export function canAdmitWalkIns(actor: SignedInUser): boolean {
  return actor.role === 'admin';
}
