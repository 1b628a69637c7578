import { hasAccess } from '../../../contract/platform/roles.ts';
import type { SignedInUser } from '../sessions/sessions.service.ts';

/** Whether a user may read a file. For everybody else it does not exist. `hidden`: by blind review, from those who read applications. */
export function canReadFile(
  actor: Pick<SignedInUser, 'id' | 'role'>,
  file: { ownerId: string; hidden: boolean },
): boolean {
  return (hasAccess(actor.role, 'application-reviewer') && !file.hidden) || actor.id === file.ownerId;
}
