import type { SignedInUser } from '../sessions/sessions.service.ts';

/** Whether a user may read a file. For everybody else it does not exist. `hidden`: by blind review, from organizers. */
export function canReadFile(
  actor: Pick<SignedInUser, 'id' | 'role'>,
  file: { ownerId: string; hidden: boolean },
): boolean {
  return (actor.role === 'admin' && !file.hidden) || actor.id === file.ownerId;
}
