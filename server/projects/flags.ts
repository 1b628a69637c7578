import { listWebLinks } from '../../contract/platform/web-link.ts';
import type { ProjectText } from '../../contract/projects/projects.ts';
import type { ProjectFlag } from '../../contract/projects/projects-admin.ts';
import { trimEndOf } from '../../packages/search/fold-text.ts';

type ComparedProject = { id: string } & ProjectText;

const shortestText = 80;

/** The links of a project, without what does not change where they lead. */
function listLinks(project: ProjectText): string[] {
  return listWebLinks(project).map(({ url }) => trimEndOf(url.toLowerCase(), '/').replace(/\.git$/, ''));
}

function listTexts({ description }: ProjectText): string[] {
  const words = description.toLowerCase().replace(/\s+/g, ' ').trim();
  return words.length >= shortestText ? [words] : [];
}

/** Returns the projects that share a value with another one. */
function findSharing(
  projects: readonly ComparedProject[],
  listValues: (project: ProjectText) => string[],
): Set<string> {
  const owners = new Map<string, Set<string>>();
  for (const project of projects)
    for (const value of listValues(project))
      owners.set(value, (owners.get(value) ?? new Set()).add(project.id));
  return new Set([...owners.values()].filter(({ size }) => size > 1).flatMap((ids) => [...ids]));
}

/** Returns what each project has in common with another one: a link, or a whole description. */
export function findFlags(projects: readonly ComparedProject[]): Map<string, ProjectFlag[]> {
  const links = findSharing(projects, listLinks);
  const texts = findSharing(projects, listTexts);
  return new Map(
    projects.map(({ id }) => [
      id,
      [...(links.has(id) ? ['same-link' as const] : []), ...(texts.has(id) ? ['same-text' as const] : [])],
    ]),
  );
}
