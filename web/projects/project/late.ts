import type { MyProject } from '../../../contract/projects/projects.ts';

/** Whether the deadline has passed and organizers accept this project late. */
export function isLateAccepted({ can, now, deadline }: Pick<MyProject, 'can' | 'now' | 'deadline'>): boolean {
  return can.edit && Date.parse(now) > Date.parse(deadline);
}
