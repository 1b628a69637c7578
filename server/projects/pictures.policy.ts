import type { ActorOf } from '../http/access.ts';

interface PicturedProject {
  teamId: string | null;
  userId: string | null;
  submittedAt: Date | null;
  hiddenAt: Date | null;
}

/** Whether everybody may see the pictures of a project. */
export function isInGallery(project: PicturedProject, isGalleryOpen: boolean): boolean {
  return isGalleryOpen && project.submittedAt !== null && project.hiddenAt === null;
}

/** Whether somebody may see the pictures of a project that is not in the gallery. For others they do not exist. */
export function canReadPicture(actor: ActorOf<'all'>, { teamId, userId }: PicturedProject): boolean {
  if (actor.kind === 'anonymous') return false;
  return actor.role === 'admin' || actor.id === userId || (teamId !== null && actor.teamId === teamId);
}
