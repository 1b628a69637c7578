/** A link to another site, and the host to show with it. */
interface WebLink {
  url: string;
  host: string;
}

/** Returns a typed address as a link; undefined unless it is http or https without a password. */
export function parseWebLink(typed: string): WebLink | undefined {
  // The oldest supported browsers have no `URL.parse`.
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return { url: url.href, host: url.host.replace(/^www\./, '') };
}

/** Adds `https://` to an address typed without it, such as `github.com/ada`; returns anything else as it is. */
export function completeWebLink(typed: string): string {
  const isBare = /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?:[/?#]\S*)?$/i.test(typed.trim());
  return isBare ? `https://${typed.trim()}` : typed;
}

/** A project's links, in display order. */
export const projectLinks = ['repository', 'demo', 'video'] as const;
export type ProjectLink = (typeof projectLinks)[number];

export function listWebLinks(project: Record<ProjectLink, string>): (WebLink & { name: ProjectLink })[] {
  return projectLinks.flatMap((name) => {
    const link = parseWebLink(project[name]);
    return link ? [{ name, ...link }] : [];
  });
}
