import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip as gzipCallback } from 'node:zlib';
import type { InlineConfig, Manifest } from 'vite';
import { paths } from '../contract/platform/pages.ts';
import type { Preloads } from '../server/platform/http/pages.ts';
import type { PublicAssets } from '../web/event/public/slides.ts';
import { readCommandLine } from './command-line.ts';
import { isStarted } from './run.ts';
import { writeBillOfMaterials } from './sbom.ts';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCallback);
const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const stampFile = path.join(dist, 'built-from');
const sources = ['web/**/*', 'contract/**/*.ts', 'packages/**/*.ts', 'vite.config.ts', 'package-lock.json'];

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map((entry) => path.join(entry.parentPath, entry.name)).sort()) {
    hash
      .update(path.relative(root, file))
      .update('\0')
      .update(await readFile(file));
  }
  return hash.digest('hex');
}

async function moveManifest(name: string): Promise<Manifest> {
  const file = path.join(dist, 'web/.vite', `${name}.json`);
  const manifest: Manifest = JSON.parse(await readFile(file, 'utf8'));
  await mkdir(path.join(dist, 'manifests'), { recursive: true });
  await writeFile(path.join(dist, 'manifests', `${name}.json`), JSON.stringify(manifest, null, 2));
  return manifest;
}

/**
 * Lists what the service worker precaches: the app without the pages that only organizers open. Hashed files never change;
 * the revision of `app.html` is its hash.
 */
async function listStoredFiles(): Promise<{ url: string; revision: string | null }[]> {
  const web = path.join(dist, 'web');
  const exclude = ['assets/{admin-dashboard,announcements-page,badges-page,pdf-viewer}-*'];
  const assets = globSync('assets/**/*.{js,css,woff2,wasm}', { cwd: web, exclude });
  const shell = createHash('md5')
    .update(await readFile(path.join(web, 'app.html')))
    .digest('hex');
  return [
    { url: 'app.html', revision: shell },
    ...assets.sort().map((file) => ({ url: file.replaceAll(path.sep, '/'), revision: null })),
  ];
}

/** Collects the assets that the public pages refer to, for their renderer. */
async function publicAssets(manifest: Manifest, app: Manifest): Promise<PublicAssets> {
  const address = (source: string) => {
    const entry = manifest[source];
    if (!entry) throw new Error(`${source} is not in the build`);
    return `/${entry.file}`;
  };
  return {
    css: await readFile(path.join(dist, 'web', address('styles/public.css')), 'utf8'),
    island: address('event/public/island.ts'),
    preload: [address('fonts/bricolage-grotesque.woff2'), address('fonts/instrument-sans.woff2')],
    app: `/${app['app.html']?.file}`,
  };
}

const dashboard = 'layout/dashboard-page.tsx';
const ofHackers = ['/api/applications/me', '/api/announcements/mine'];
/**
 * The files and calls of the pages that people open first, by address and role. The HTML preloads them, so that the browser
 * fetches them at once and not one after the other.
 */
const firstPages: [path: string, who: keyof Preloads, sources: string[]][] = [
  [
    paths.dashboard,
    'user',
    [dashboard, 'dashboard/hacker-dashboard.tsx', ...ofHackers, '/api/projects/mine'],
  ],
  [
    paths.dashboard,
    'admin',
    [dashboard, 'apply/applications/admin-dashboard.tsx', '/api/applications?limit=50'],
  ],
  [
    paths.organizerHome,
    'admin',
    ['operations/home/home-page.tsx', 'layout/organizer-sidebar.tsx', '/api/home'],
  ],
  [paths.apply, 'user', ['apply/apply-page.tsx', '/api/applications/me', '/api/teams/invitation']],
  [paths.project, 'user', ['projects/project/project-page.tsx', '/api/projects/mine']],
  [paths.signIn, 'all', ['people/sign-in/sign-in-page.tsx']],
  [paths.join, 'all', ['teams/join/join-page.tsx']],
  [paths.join, 'user', ofHackers],
  [paths.judge, 'all', ['judging/judge/login-page.tsx']],
];

/** Lists what each of these pages needs besides the scripts of the app's entry. */
function listPreloads(app: Manifest): Record<string, Preloads> {
  const collect = (source: string, found: Set<string>) => {
    const entry = app[source];
    if (!entry || found.has(entry.file)) return found;
    found.add(entry.file);
    for (const each of entry.imports ?? []) collect(each, found);
    return found;
  };
  const isCall = (source: string) => source.startsWith('/api/');
  const known = collect('app.html', new Set());
  const preloads: Record<string, Preloads> = {};
  for (const [path, who, sources] of firstPages) {
    const found = new Set(sources.flatMap((source) => [...collect(source, new Set())]));
    const files = [...found].filter((file) => !known.has(file)).map((file) => `/${file}`);
    preloads[path] = { ...preloads[path], [who]: [...sources.filter(isCall), ...files] };
  }
  return preloads;
}

/** Writes compressed copies beside the files, so that the server does not compress them for each request. */
async function compressFiles(): Promise<void> {
  const web = path.join(dist, 'web');
  for (const name of globSync('**/*.{js,css,svg,wasm}', { cwd: web })) {
    const file = path.join(web, name);
    const content = await readFile(file);
    if (content.length < 1024) continue;
    await writeFile(`${file}.gz`, await gzip(content, { level: 9 }));
    await writeFile(`${file}.br`, await brotli(content));
  }
}

/** Builds the app, the assets of the public pages and their renderer into dist. */
export async function buildPages(): Promise<void> {
  const stamp = await hashSources();
  const { build } = await import('vite');
  const common: InlineConfig = { configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' };
  await rm(dist, { recursive: true, force: true });
  await build(common);
  const define = { 'self.__WB_MANIFEST': JSON.stringify(await listStoredFiles()) };
  await build({ ...common, mode: 'worker', define });
  await build({ ...common, mode: 'public' });
  await build({ ...common, build: { ssr: true } });
  const app = await moveManifest('app');
  const assets = await publicAssets(await moveManifest('public'), app);
  await rm(path.join(dist, 'web/.vite'), { recursive: true });
  const { writePreviewFiles } = await import('./preview-files.ts');
  await writePreviewFiles(path.join(dist, 'preview'));
  await writeFile(path.join(dist, 'public-render/assets.json'), JSON.stringify(assets));
  // For the pages that the server writes without the renderer.
  const fonts = assets.css.match(/@font-face\s*{[^}]*}/g) ?? [];
  await writeFile(path.join(dist, 'web/fonts.css'), fonts.join(''));
  await writeFile(path.join(dist, 'public-render/preloads.json'), JSON.stringify(listPreloads(app)));
  await compressFiles();
  await writeBillOfMaterials(path.join(dist, 'sbom.json'));
  await writeFile(stampFile, stamp);
}

/** Whether dist was built from the sources as they are now. */
export async function isBuilt(): Promise<boolean> {
  const built = await readFile(stampFile, 'utf8').catch(() => undefined);
  return built === (await hashSources());
}

if (isStarted(import.meta.filename)) {
  readCommandLine({ build: 'Builds the pages into dist.' });
  await buildPages();
}
