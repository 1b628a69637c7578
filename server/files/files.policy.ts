import type { SignedInUser } from '../sessions/sessions.service.ts';

/** Whether somebody may read a file; for everybody else it does not exist. */
export function canReadFile(actor: Pick<SignedInUser, 'id' | 'role'>, file: { ownerId: string }): boolean {
  return actor.role === 'admin' || actor.id === file.ownerId;
}
