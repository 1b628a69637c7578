import type { Event } from '../../contract/event/event.ts';
import { paths } from '../../contract/platform/pages.ts';
import { type CachedPage, createCachedPage } from '../platform/http/cached-pages.ts';
import { escapeHtml } from '../platform/http/escape-html.ts';
import type { Preloads } from '../platform/http/pages.ts';
import { renderSharedPage } from '../platform/http/plain-page.ts';

/** Link previews for pages of the app that people share. */
const shared: Record<string, (event: Event) => { title: string; description: string }> = {
  [paths.join]: ({ name, dates, place }) => ({
    title: `Join a team at ${name}`,
    description: `You are invited to a team. ${dates.label}, ${place}.`,
  }),
  [paths.signIn]: ({ name, tagline }) => ({ title: `Sign in to ${name}`, description: tagline }),
};

interface AppPageContext {
  event: Event;
  publicUrl: string;
  /** The address of the picture that shared links show. */
  previewPicture: string;
}

/**
 * Returns the page of the app, which is the same everywhere but for what chats show of it and for what the page at an address
 * begins with (`preloads`), by address; without one for the others.
 */
export function createAppPages(
  shell: string,
  preloads: Record<string, Preloads>,
  { event, publicUrl, previewPicture }: AppPageContext,
) {
  const formatPreloads = (path: string) =>
    Object.entries(preloads[path] ?? {})
      .map(([who, files]) => {
        const links = files
          .filter((file) => event.projects || file !== '/api/projects/mine')
          .map(
            (file) =>
              (file.startsWith('/api/') ? 'rel="preload" as="fetch"' : 'rel="modulepreload"') +
              ` crossorigin href="${file}"`,
          )
          .map((link) => `<link ${link}>`)
          .join('');
        return who === 'all' ? links : `<!--${who} ${links}-->`;
      })
      .join('');
  const create = (path = '', isViewed = false): CachedPage => {
    const { title, description } = shared[path]?.(event) ?? {
      title: event.name,
      description: event.tagline,
    };
    const picture = publicUrl + previewPicture;
    const head = `<title>${escapeHtml(title)}</title>${renderSharedPage({ title, description, picture })}`;
    const body = shell
      .replace(/<title>.*?<\/title>/, () => head)
      // After what every page needs: browsers load the first six at once.
      .replace('</head>', () => `${formatPreloads(path)}</head>`)
      .replace('>Hackathon<', () => `>${escapeHtml(event.shortName ?? event.name)}<`);
    const calls = /<link rel="preload" as="fetch"[^>]*>/g;
    return createCachedPage({
      type: 'text/html; charset=utf-8',
      body: isViewed ? body.replace(calls, '') : body,
    });
  };
  const own = new Set([...Object.keys(shared), ...Object.keys(preloads)]);
  return {
    other: create(),
    viewed: create('', true),
    byPath: new Map([...own].map((path) => [path, create(path)])),
  };
}
