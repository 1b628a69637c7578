import type { SignedInUser } from '../sessions/sessions.service.ts';

/** Whether a user may read a file. For everybody else it does not exist. */
export function canReadFile(actor: Pick<SignedInUser, 'id' | 'role'>, file: { ownerId: string }): boolean {
  return actor.role === 'admin' || actor.id === file.ownerId;
}
