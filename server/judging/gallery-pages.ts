import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../contract/platform/pages.ts';
import type { GalleryProject } from '../../contract/projects/gallery.ts';
import type { PublicPages } from '../event/public-pages.ts';
import { type CachedPage, sendCachedPage } from '../platform/http/cached-pages.ts';
import { type Build, getAppPage } from '../platform/http/pages.ts';
import { MemoryRateLimitStore, requireNoWait, toAddressKey } from '../platform/http/rate-limit.ts';
import type { StaticPageServer } from '../platform/http/static-page-server.ts';
import type { Services } from '../platform/services.ts';
import { findClosedContent, findGalleryContent } from './gallery.service.ts';

/** A campus behind one address also follows old links. */
const missesPerMinute = 120;

const shownOnLanding = 6;

/** Returns the gallery's addresses, and what the landing page shows of it: winners and projects with a picture first. */
async function loadGallery(services: Services) {
  const content = await findGalleryContent(services, paths.projects);
  if (content?.kind !== 'list') {
    const results = await findGalleryContent(services, paths.results);
    return { galleryPaths: results ? [paths.results] : [], projects: [] };
  }
  const rank = ({ awards, picture }: GalleryProject) => awards.length + Number(picture !== null);
  const ids = content.projects.map(({ id }) => `${paths.projects}/${id}`);
  return {
    galleryPaths: [paths.projects, ...(content.hasResults ? [paths.results] : []), ...ids],
    projects: content.projects.toSorted((a, b) => rank(b) - rank(a)).slice(0, shownOnLanding),
  };
}

/**
 * Serves the gallery and the winners. A page is rendered on first request and cached until a project or the gallery
 * changes. Returns a function that drops all pages, for a changed event.
 */
export async function serveGallery(
  app: FastifyInstance,
  services: Services,
  { linkGallery, renderGalleryPage }: PublicPages,
  { build, staticPages }: { build: Build; staticPages: StaticPageServer },
): Promise<() => void> {
  let changes = 0;
  const follow = async () => {
    const before = changes;
    try {
      const found = await loadGallery(services);
      if (changes === before) linkGallery(found);
    } catch (error) {
      const { message } = error as Error;
      services.log.warn({ cause: message }, 'it is not known whether the gallery is open');
    }
  };
  const forget = () => {
    changes += 1;
    staticPages.removeBelow(paths.projects);
    void follow();
  };
  services.live.watch('projects', forget);
  // No notification is sent when the event's opening time arrives.
  const timer = setInterval(() => {
    if ((services.event.projects || undefined)?.galleryOpensAt) void follow();
  }, 30_000).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  await follow();

  const render = async (url: string): Promise<{ page: CachedPage; status: 200 | 404 }> => {
    const before = changes;
    const content = await findGalleryContent(services, url);
    if (!content) {
      const closed = await findClosedContent(services, url);
      return { page: closed ? renderGalleryPage(closed) : getAppPage(build), status: 404 };
    }
    const page = renderGalleryPage(content);
    if (changes === before) staticPages.add(url, page);
    return { page, status: 200 };
  };
  // Many visitors request a page right after a change; it is rendered once.
  const rendering = new Map<string, ReturnType<typeof render>>();
  const misses = new MemoryRateLimitStore();
  const max = missesPerMinute * services.config.rateLimitScale;
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.url.split('?')[0]!.replace(/\/$/, '');
    const cached = staticPages.find(url);
    if (cached) return sendCachedPage(cached, request, reply);
    // Everybody knows these two addresses, and waits there until they open.
    const isKnown = url === paths.projects || url === paths.results;
    const limits = isKnown ? [] : [{ key: toAddressKey(request.ip), max, milliseconds: 60_000 }];
    requireNoWait(misses.consume(limits, services.now().getTime()));
    const found = rendering.get(url) ?? render(url).finally(() => rendering.delete(url));
    rendering.set(url, found);
    const { page, status } = await found;
    if (status === 200) misses.refund(limits);
    return sendCachedPage(page, request, reply.status(status));
  };
  for (const url of [paths.projects, `${paths.projects}/*`]) app.get(url, send);
  return forget;
}
