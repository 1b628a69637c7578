import type { EnteredProject } from '../../../contract/judging/prize-judging.ts';

/** The links of a project, each by its host, in a new tab. */
export function ProjectLinks({ links }: Pick<EnteredProject, 'links'>) {
  return (
    <p className="flex flex-wrap gap-x-4">
      {links.map(({ name, url, host }) => (
        <a
          key={name}
          href={url}
          target="_blank"
          rel="nofollow noopener noreferrer"
          className="inline-flex min-h-11 items-center underline wrap-anywhere"
        >
          {host}
        </a>
      ))}
    </p>
  );
}
