import { hasAccess } from '../../../contract/platform/roles.ts';
import type { SignedInUser } from '../../platform/sessions/session-holders.ts';

/** The person, organizers and the check-in lead can see whether the person will come. */
export function canReadAttendance(actor: Pick<SignedInUser, 'id' | 'role'>, userId: string): boolean {
  return hasAccess(actor.role, 'check-in-lead') || actor.id === userId;
}
