import type { SignedIn } from '../auth/sessions.service.ts';

/** Whether somebody may read a file; for everybody else it does not exist. */
export function mayRead(actor: Pick<SignedIn, 'id' | 'role'>, file: { ownerId: string }): boolean {
  return actor.role === 'admin' || actor.id === file.ownerId;
}
