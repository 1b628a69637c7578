import type { MyProject } from '../../../contract/projects/projects.ts';

/** Whether a project as the server had it is newer than another; one that was deleted is at version 0 again. */
export function isNewerProject(
  project: Pick<MyProject, 'version' | 'now'>,
  than: Pick<MyProject, 'version' | 'now'>,
): boolean {
  if (project.version === 0 || than.version === 0) return project.now > than.now;
  return project.version > than.version;
}
