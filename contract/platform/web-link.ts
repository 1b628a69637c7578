/** A link to another site, and the host that is shown beside it. */
interface WebLink {
  url: string;
  host: string;
}

/** Returns a typed address as a link; undefined unless it is one of http or https, without a password. */
export function parseWebLink(typed: string): WebLink | undefined {
  // `URL.parse` is newer than the oldest browsers that the pages run in.
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return { url: url.href, host: url.host.replace(/^www\./, '') };
}

/** Returns an address that was typed without `https://`, such as `github.com/ada`, with it; anything else as it is. */
export function completeWebLink(typed: string): string {
  const isBare = /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?:[/?#]\S*)?$/i.test(typed.trim());
  return isBare ? `https://${typed.trim()}` : typed;
}

/** The links of a project, in the order in which they are shown. */
export const projectLinks = ['repository', 'demo', 'video'] as const;
export type ProjectLink = (typeof projectLinks)[number];

export function listWebLinks(project: Record<ProjectLink, string>): (WebLink & { name: ProjectLink })[] {
  return projectLinks.flatMap((name) => {
    const link = parseWebLink(project[name]);
    return link ? [{ name, ...link }] : [];
  });
}
