import { hasAccess } from '../../../contract/platform/roles.ts';
import type { SignedInUser } from '../../platform/sessions/session-holders.ts';

/** The holder, organizers and the check-in lead renew a pass. */
export function canRenewPass(actor: SignedInUser, userId: string): boolean {
  return actor.id === userId || hasAccess(actor.role, 'check-in-lead');
}
