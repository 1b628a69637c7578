import { createHash } from 'node:crypto';
import { existsSync, promises as fs } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Event } from '../../contract/event.ts';
import type { Services } from '../services.ts';
import { problemBody } from './error-handler.ts';
import { contentSecurityPolicy } from './headers.ts';
import { Problem } from './problem.ts';

/** Paths that the single-page app serves. */
const appPaths = [
  '/dashboard',
  '/apply',
  '/check-in',
  '/sign-in',
  '/judge',
  '/login',
  '/track-select',
  '/scoring',
  '/score-review',
];

/** What the renderer of the public pages needs: the event, the names of the built files, and the site's own address. */
export interface RenderInput {
  event: Event;
  manifest: Record<string, { file: string; css?: string[]; src?: string }>;
  webFolder: string;
  publicUrl: string;
}

/** A document kept in memory, ready in every encoding. */
export interface RenderedDocument {
  type: string;
  body: string;
}
type Renderer = { render: (input: RenderInput) => Promise<Record<string, RenderedDocument>> };

interface Held {
  type: string;
  etag: string;
  policy: string | undefined;
  encodings: { br: Buffer; gzip: Buffer; identity: Buffer };
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  return reply
    .status(404)
    .header('cache-control', 'no-store')
    .send(problemBody(new Problem('not_found'), request.id));
}

/** Whether somebody followed a link to a page that does not exist; the app then says so. */
function wantsPage(request: FastifyRequest): boolean {
  const { pathname } = new URL(request.url, 'http://site');
  return (
    request.method === 'GET' &&
    !/^\/api(\/|$)|\/\.|\.\w+$/.test(pathname) &&
    String(request.headers.accept ?? '').includes('text/html')
  );
}

/** Content-Security-Policy of a document whose inline styles are allowed by their hashes. */
function policyFor(html: string): string {
  const hashes = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  );
  const directives = { ...contentSecurityPolicy, styleSrc: [...contentSecurityPolicy.styleSrc, ...hashes] };
  return Object.entries(directives)
    .map(
      ([name, values]) =>
        `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${values.join(' ')}`,
    )
    .join(';');
}

function hold({ type, body }: RenderedDocument): Held {
  const identity = Buffer.from(body);
  return {
    type,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    policy: type.startsWith('text/html') ? policyFor(body) : undefined,
    encodings: {
      identity,
      br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      gzip: gzipSync(identity, { level: 9 }),
    },
  };
}

function sendHeld(held: Held, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ etag: held.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (held.policy) reply.header('content-security-policy', held.policy);
  if (request.headers['if-none-match'] === held.etag) return reply.status(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(held.type).send(held.encodings[encoding]);
}

/**
 * Serves what was built: the public pages, rendered from the event once at start and kept in memory compressed, the
 * single-page app on its paths, and the hashed assets for a year. Without a build it serves no pages.
 */
export async function installPages(app: FastifyInstance, services: Services, dist: string): Promise<void> {
  const webFolder = path.join(dist, 'web');
  const rendererFile = path.join(dist, 'public-render', 'entry.js');
  if (!existsSync(path.join(webFolder, 'app.html')) || !existsSync(rendererFile)) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  const shell = hold({
    type: 'text/html; charset=utf-8',
    body: await fs.readFile(path.join(webFolder, 'app.html'), 'utf8'),
  });
  const manifest = JSON.parse(await fs.readFile(path.join(webFolder, '.vite', 'manifest.json'), 'utf8'));
  const renderer: Renderer = await import(pathToFileURL(rendererFile).href);
  const { event, config } = services;
  const documents = await renderer.render({ event, manifest, webFolder, publicUrl: config.publicUrl.origin });
  await app.register(fastifyStatic, {
    root: webFolder,
    wildcard: false,
    globIgnore: [
      'app.html',
      '.vite/**',
      '**/*.br',
      '**/*.gz',
      ...Object.keys(documents).map((name) => name.slice(1)),
    ],
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const [url, document] of Object.entries(documents)) {
    const held = hold(document);
    app.get(url, { config: { rateLimit: false } }, (request, reply) => sendHeld(held, request, reply));
  }
  for (const url of appPaths) app.get(url, (request, reply) => sendHeld(shell, request, reply));
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? sendHeld(shell, request, reply.status(404)) : sendNotFound(request, reply),
  );
}
