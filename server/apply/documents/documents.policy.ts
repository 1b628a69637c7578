import { hasAccess } from '../../../contract/platform/roles.ts';
import type { SignedInUser } from '../../platform/sessions/session-holders.ts';

/**
 * Whether a user may read a file. For everybody else it does not exist. `shown`: it belongs to an application that they may
 * see.
 */
export function canReadFile(
  actor: Pick<SignedInUser, 'id' | 'role'>,
  file: { ownerId: string; shown: boolean },
): boolean {
  return (hasAccess(actor.role, 'application-reviewer') && file.shown) || actor.id === file.ownerId;
}
