import type { SignedInUser } from '../../platform/sessions/sessions.service.ts';

/** The holder and organizers renew a pass. */
export function canRenewPass(actor: SignedInUser, userId: string): boolean {
  return actor.id === userId || actor.role === 'admin';
}
