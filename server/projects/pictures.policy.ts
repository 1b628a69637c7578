import { hasAccess } from '../../contract/platform/roles.ts';
import type { ActorOf } from '../platform/http/access.ts';

interface PicturedProject {
  teamId: string | null;
  userId: string | null;
}

/** Whether a person may see the pictures of a project that is not in the gallery. For others they do not exist. */
export function canReadPicture(actor: ActorOf<'all'>, { teamId, userId }: PicturedProject): boolean {
  if (actor.kind === 'anonymous') return false;
  return (
    hasAccess(actor.role, 'judging-lead') ||
    actor.id === userId ||
    (teamId !== null && actor.teamId === teamId)
  );
}
