import { existsSync, promises as fs } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appPaths, paths } from '../../../contract/platform/pages.ts';
import { type CachedPage, createCachedPage, sendCachedPage } from './cached-pages.ts';
import { formatProblem } from './error-handler.ts';
import { Problem } from './problem.ts';
import type { StaticPageServer } from './static-page-server.ts';

/** The app's page as served at some addresses of its own, and everywhere else. */
interface AppPages {
  byPath: ReadonlyMap<string, CachedPage>;
  other: CachedPage;
  /** For an organizer who views a person's dashboard: calls preloaded by the HTML would be answered for the organizer. */
  viewed: CachedPage;
}

/** Scripts and calls to preload, for everybody or for visitors who were last a participant or an organizer. */
export type Preloads = Partial<Record<'all' | 'user' | 'admin', string[]>>;

/** The build: the app's page and files, and the renderer of the public pages with its list of assets. */
export interface Build {
  files: string;
  /** The app's page as built. */
  shell: string;
  /** What some pages of the app preload, by address. */
  preloads: Record<string, Preloads>;
  /** The served page; the event module replaces it. */
  appPages: AppPages;
  assets: unknown;
  renderer: unknown;
}

/** Loads the build from a folder; undefined if there is none. */
export async function loadBuild(dist: string): Promise<Build | undefined> {
  const [files, render] = [path.join(dist, 'web'), path.join(dist, 'public-render')];
  const [appFile, rendererFile] = [path.join(files, 'app.html'), path.join(render, 'entry.js')];
  if (!existsSync(appFile) || !existsSync(rendererFile)) return undefined;
  const shell = await fs.readFile(appFile, 'utf8');
  const page = createCachedPage({ type: 'text/html; charset=utf-8', body: shell });
  const preloadsFile = path.join(render, 'preloads.json');
  return {
    files,
    shell,
    preloads: existsSync(preloadsFile) ? JSON.parse(await fs.readFile(preloadsFile, 'utf8')) : {},
    appPages: { byPath: new Map(), other: page, viewed: page },
    assets: JSON.parse(await fs.readFile(path.join(render, 'assets.json'), 'utf8')),
    renderer: await import(pathToFileURL(rendererFile).href),
  };
}

// Also under its file name, by which the service worker caches it.
const appUrls = [...appPaths, '/app.html'];

export const getAppPage = ({ appPages }: Build, path = ''): CachedPage =>
  appPages.byPath.get(path) ?? appPages.other;

/** Serves the app's page before the router. */
export function addAppPages(build: Build, staticPages: StaticPageServer): void {
  for (const url of appUrls) staticPages.add(url, getAppPage(build, url));
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  return reply
    .status(404)
    .header('cache-control', 'no-store')
    .send(formatProblem(new Problem('not_found'), request.id));
}

/** Returns whether a browser navigated to a page that does not exist; the app then shows that. */
function wantsPage(request: FastifyRequest): boolean {
  const [pathname = ''] = request.url.split('?');
  return (
    request.method === 'GET' &&
    !/^\/api(\/|$)|\/\.|\.\w+$/.test(pathname) &&
    String(request.headers.accept ?? '').includes('text/html')
  );
}

/**
 * Serves the files of the build except its `pages`: the single-page app on its paths, and the hashed assets, cacheable for
 * a year. Also answers unknown paths, which without a build are all of them.
 */
export async function serveBuild(
  app: FastifyInstance,
  build: Build | undefined,
  staticPages: StaticPageServer,
  pages: readonly string[] = [],
): Promise<void> {
  if (!build) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  await serveFiles(app, build.files, ['/app.html', ...pages]);
  const send = (path: string) => (request: FastifyRequest, reply: FastifyReply) =>
    sendCachedPage(
      Object.hasOwn(request.query as object, 'viewAs') ? build.appPages.viewed : getAppPage(build, path),
      request,
      reply,
    );
  addAppPages(build, staticPages);
  for (const url of appUrls) app.get(url, send(url));
  app.get(`${paths.join}/:code`, send(paths.join));
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? send('')(request, reply.status(404)) : sendNotFound(request, reply),
  );
}

/**
 * Only documents obey the first, and a hashed file, which never changes, is not asked about again: on a slow network they would
 * be a third of the bytes of a small script.
 */
const notOfHashedFiles = [
  ...['content-security-policy', 'cross-origin-opener-policy', 'origin-agent-cluster'],
  ...['permissions-policy', 'referrer-policy', 'x-frame-options'],
  ...['accept-ranges', 'etag', 'last-modified'],
];

/** The assets share a route: one route for each would take 4 MB. */
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
      if (hashed && /\.(css|js|woff2)\b/.test(file))
        for (const name of notOfHashedFiles) reply.removeHeader(name);
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
