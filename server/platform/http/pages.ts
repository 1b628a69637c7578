import { existsSync, promises as fs } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Event } from '../../../contract/event/event.ts';
import { getEventPhase } from '../../../contract/event/phases.ts';
import { getTimesOf } from '../../../contract/event/program.ts';
import { appPaths, paths, walkInPaths } from '../../../contract/platform/pages.ts';
import type { GalleryContent } from '../../../contract/projects/gallery.ts';
import { listPictureSources, type PictureSource } from '../files/event-files.service.ts';
import { createQrImage } from '../qr-image.ts';
import { perEvent, type Services } from '../services.ts';
import { type CachedPage, createCachedPage, type RenderedDocument, sendCachedPage } from './cached-pages.ts';
import { formatProblem } from './error-handler.ts';
import { Problem } from './problem.ts';
import { MemoryRateLimitStore, type RateLimit, requireNoWait, toAddressKey } from './rate-limit.ts';
import type { StaticPageServer } from './static-page-server.ts';

/** What the renderer of the public pages needs: the event, the build's list of assets and the site's own address. */
interface RenderInput {
  event: Event;
  assets: unknown;
  publicUrl: string;
  /** The address of the picture that shared links show. */
  previewPicture: string;
  hasGallery: boolean;
  /** The pages of the gallery and the winners, as far as everybody can see them. */
  galleryPaths: string[];
  walkInQr?: string | undefined;
  pictures: Record<string, PictureSource[]>;
}
type Renderer = {
  renderPublicPages: (input: RenderInput) => Record<string, RenderedDocument>;
  renderGalleryPage: (input: RenderInput, content: GalleryContent) => RenderedDocument;
};

/** A campus behind one address follows old links, too. */
const missesPerMinute = 120;

type FindGalleryContent = (path: string) => Promise<GalleryContent | undefined>;

/** Returns the addresses of the gallery and its projects while it is open, and of the winners once they are published. */
async function listGalleryPaths(findGalleryContent: FindGalleryContent): Promise<string[]> {
  const content = await findGalleryContent(paths.projects);
  if (content?.kind !== 'list') return (await findGalleryContent(paths.results)) ? [paths.results] : [];
  const projects = content.projects.map(({ id }) => `${paths.projects}/${id}`);
  return [paths.projects, ...(content.hasResults ? [paths.results] : []), ...projects];
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  return reply
    .status(404)
    .header('cache-control', 'no-store')
    .send(formatProblem(new Problem('not_found'), request.id));
}

/** Returns whether a browser navigated to a page that does not exist; the app then says so. */
function wantsPage(request: FastifyRequest): boolean {
  const [pathname = ''] = request.url.split('?');
  return (
    request.method === 'GET' &&
    !/^\/api(\/|$)|\/\.|\.\w+$/.test(pathname) &&
    String(request.headers.accept ?? '').includes('text/html')
  );
}

/** Serves the files of the build except the pages. The assets share a route: one each would take 4 MB. */
async function serveFiles(app: FastifyInstance, root: string, pages: string[]): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const entries = await fs.readdir(root, { recursive: true, withFileTypes: true });
  const urls = entries
    .filter((entry) => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name))
    .map(
      (entry) => `/${path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')}`,
    );
  const assets = new Set(urls.filter((url) => url.startsWith('/assets/')));
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params: { '*': name } }, reply) =>
    assets.has(`/assets/${name}`) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
  );
  for (const url of urls)
    if (!assets.has(url) && !pages.includes(url)) app.get(url, (_, reply) => reply.sendFile(url.slice(1)));
}

/** Serves the app on its paths, and answers where there is nothing. */
function serveApp(app: FastifyInstance, staticPages: StaticPageServer, appPage: CachedPage): void {
  const send = (request: FastifyRequest, reply: FastifyReply) => sendCachedPage(appPage, request, reply);
  // Under its file name too, by which the service worker caches it.
  for (const url of [...appPaths, '/app.html']) {
    staticPages.add(url, appPage);
    app.get(url, send);
  }
  app.get(`${paths.join}/:code`, send);
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? send(request, reply.status(404)) : sendNotFound(request, reply),
  );
}

/** Limits how many addresses that do not exist are looked up for one address of the internet within a minute. */
function createMissLimiter({ now, config }: Pick<Services, 'now' | 'config'>) {
  const store = new MemoryRateLimitStore();
  return {
    /** Counts a look-up. Throws `too_many_requests`. */
    count: ({ ip }: FastifyRequest): RateLimit => {
      const max = missesPerMinute * config.rateLimitScale;
      const limit = { key: toAddressKey(ip), max, milliseconds: 60_000 };
      requireNoWait(store.consume([limit], now().getTime()));
      return limit;
    },
    /** Takes a look-up back, which found something. */
    refund: (limit: RateLimit) => store.refund([limit]),
  };
}

/** Loads the app's page, the list of assets and the renderer of the public pages; undefined without a build. */
async function loadBuild(dist: string) {
  const [appFile, render] = [path.join(dist, 'web', 'app.html'), path.join(dist, 'public-render')];
  const rendererFile = path.join(render, 'entry.js');
  if (!existsSync(appFile) || !existsSync(rendererFile)) return undefined;
  const body = await fs.readFile(appFile, 'utf8');
  const assets: unknown = JSON.parse(await fs.readFile(path.join(render, 'assets.json'), 'utf8'));
  const renderer: Renderer = await import(pathToFileURL(rendererFile).href);
  return { appPage: createCachedPage({ type: 'text/html; charset=utf-8', body }), assets, renderer };
}

interface PageSources {
  dist: string;
  staticPages: StaticPageServer;
  findGalleryContent: FindGalleryContent;
  /** Finds what says that a page of the gallery is closed. */
  findClosedContent: FindGalleryContent;
  getPreviewAddress: (event: Event) => string;
}

/**
 * Serves the build: the public pages, rendered from the event at start and cached compressed in memory, the single-page app
 * on its paths, and the hashed assets, cacheable for a year. Without a build it serves no pages. Returns what renders the
 * public pages anew, for an event that has changed.
 */
export async function installPages(
  app: FastifyInstance,
  services: Services,
  { dist, staticPages, findGalleryContent, findClosedContent, getPreviewAddress }: PageSources,
): Promise<() => Promise<void>> {
  const build = await loadBuild(dist);
  if (!build) {
    app.setNotFoundHandler(sendNotFound);
    return async () => undefined;
  }
  const { appPage, assets, renderer } = build;
  const publicUrl = services.config.publicUrl.origin;
  const getTimes = perEvent(({ event }) => getTimesOf(event));
  const getPhase = () => getEventPhase(getTimes(services), services.now().getTime());
  const galleryPaths = await listGalleryPaths(findGalleryContent).catch((): string[] => []);
  const context = {
    event: services.event,
    assets,
    publicUrl,
    previewPicture: getPreviewAddress(services.event),
    hasGallery: galleryPaths.includes(paths.projects),
    galleryPaths,
    walkInQr: createQrImage(publicUrl + walkInPaths.form),
    pictures: await listPictureSources(services.db),
  };
  const publicPages = new Map<string, CachedPage>();
  const publish = () => {
    for (const url of publicPages.keys()) staticPages.remove(url);
    publicPages.clear();
    for (const [url, document] of Object.entries(renderer.renderPublicPages(context))) {
      const page = createCachedPage(document, getPhase);
      publicPages.set(url, page);
      staticPages.add(url, page);
    }
  };
  publish();
  const publicUrls = new Set([...publicPages.keys(), ...Object.values(walkInPaths)]);
  await serveFiles(app, path.join(dist, 'web'), ['/app.html', ...publicUrls]);
  for (const url of publicUrls)
    app.get(url, (request, reply) => {
      const page = publicPages.get(url);
      return page ? sendCachedPage(page, request, reply) : reply.callNotFound();
    });
  let changes = 0;
  /** The public pages link to the gallery while it is open, and the sitemap lists its pages. */
  const followGallery = async () => {
    const before = changes;
    const galleryPaths = await listGalleryPaths(findGalleryContent);
    if (changes !== before || galleryPaths.join() === context.galleryPaths.join()) return;
    context.galleryPaths = galleryPaths;
    context.hasGallery = galleryPaths.includes(paths.projects);
    publish();
  };
  const follow = () =>
    void followGallery().catch((error: Error) =>
      services.log.warn({ cause: error.message }, 'it is not known whether the gallery is open'),
    );
  // Rendered when it is first asked for, and then static until a project or the gallery changes.
  services.live.watch('projects', () => {
    changes += 1;
    staticPages.removeBelow(paths.projects);
    follow();
  });
  // At the time that the event names, nothing notifies.
  const timer = setInterval(() => {
    if ((services.event.projects || undefined)?.galleryOpensAt) follow();
  }, 30_000).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  const render = (content: GalleryContent) =>
    createCachedPage(renderer.renderGalleryPage(context, content), getPhase);
  const renderGalleryPage = async (url: string): Promise<{ page: CachedPage; status: 200 | 404 }> => {
    const before = changes;
    const content = await findGalleryContent(url);
    if (!content) {
      const closed = await findClosedContent(url);
      return { page: closed ? render(closed) : appPage, status: 404 };
    }
    const page = render(content);
    if (changes === before) staticPages.add(url, page);
    return { page, status: 200 };
  };
  // Many ask for a page at the same moment, right after a change: it is rendered once.
  const rendering = new Map<string, ReturnType<typeof renderGalleryPage>>();
  const limiter = createMissLimiter(services);
  const sendGalleryPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.url.split('?')[0]!.replace(/\/$/, '');
    const cached = staticPages.find(url);
    if (cached) return sendCachedPage(cached, request, reply);
    // Everybody knows these two addresses, and waits there until they open.
    const isKnown = url === paths.projects || url === paths.results;
    const limit = isKnown ? undefined : limiter.count(request);
    const found = rendering.get(url) ?? renderGalleryPage(url).finally(() => rendering.delete(url));
    rendering.set(url, found);
    const { page, status } = await found;
    if (status === 200 && limit) limiter.refund(limit);
    return sendCachedPage(page, request, reply.status(status));
  };
  for (const url of [paths.projects, `${paths.projects}/*`]) app.get(url, sendGalleryPage);
  serveApp(app, staticPages, appPage);
  return async () => {
    context.pictures = await listPictureSources(services.db);
    changes += 1;
    context.event = services.event;
    context.previewPicture = getPreviewAddress(services.event);
    publish();
    staticPages.removeBelow(paths.projects);
    follow();
  };
}
