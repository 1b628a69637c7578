import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventPhase } from '../../../contract/event/phases.ts';
import { contentSecurityPolicy, formatContentSecurityPolicy } from './headers.ts';
import { pickEncoding } from './responses.ts';

export interface RenderedDocument {
  type: string;
  body: string;
}

/** A document in one variant and encoding, with its headers. */
export interface EncodedPage {
  etag: string;
  headers: Record<string, string>;
  body: Buffer;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** A document in memory in every encoding; an HTML page also in every variant that cookies can select. */
export interface CachedPage {
  type: string;
  policy: string | undefined;
  /** The current phase of the event, for a page that shows it. */
  getPhase: () => EventPhase;
  /** By `auth theme phase`; each is rendered on first request. */
  variants: Map<string, Record<Encoding, EncodedPage>>;
  body: string;
}

/** Returns a Content-Security-Policy that allows the document's inline styles by their hashes. */
function formatPagePolicy(html: string): string {
  const hashes = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  );
  return formatContentSecurityPolicy({
    ...contentSecurityPolicy,
    styleSrc: [...contentSecurityPolicy.styleSrc, ...hashes],
  });
}

function encode({ type, policy }: CachedPage, body: string): Record<Encoding, EncodedPage> {
  const identity = Buffer.from(body);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  const inEncoding = (encoding: Encoding, content: Buffer): EncodedPage => ({
    etag,
    headers: {
      etag,
      'cache-control': 'no-cache',
      vary: 'accept-encoding, cookie',
      ...(policy && { 'content-security-policy': policy }),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-type': type,
    },
    body: content,
  });
  return {
    identity: inEncoding('identity', identity),
    br: inEncoding('br', brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
    gzip: inEncoding('gzip', gzipSync(identity, { level: 9 })),
  };
}

/**
 * Returns the page for this visitor's first paint: in the theme they chose, with the header of the role they last had, and
 * in the event's phase. The two cookies only affect the appearance and grant nothing.
 */
function renderVariant(html: string, auth: string, theme: string, phase: EventPhase): string {
  return html
    .replace('<html lang="en"', theme ? `<html lang="en" data-theme="${theme}"` : '<html lang="en"')
    .replace(/<!--(user|admin) (.*?)-->/g, (_, who, links) => (who === auth ? links : ''))
    .replace('data-auth="out"', `data-auth="${auth}"`)
    .replace('data-phase="open"', `data-phase="${phase}"`);
}

/** Returns a document for `sendCachedPage`. */
export function createCachedPage(
  { type, body }: RenderedDocument,
  getPhase: CachedPage['getPhase'] = () => 'open',
): CachedPage {
  const isPage = type.startsWith('text/html');
  return { type, body, policy: isPage ? formatPagePolicy(body) : undefined, getPhase, variants: new Map() };
}

const authHint = /(?:^|;\s*)auth=(user|admin)\s*(?:;|$)/;
const themeHint = /(?:^|;\s*)theme=(light|dark)\s*(?:;|$)/;

export function selectVariant(page: CachedPage, { headers }: IncomingMessage): EncodedPage {
  const cookies = page.policy && headers.cookie ? headers.cookie : '';
  const auth = authHint.exec(cookies)?.[1] ?? 'out';
  const theme = themeHint.exec(cookies)?.[1] ?? '';
  const phase = page.getPhase();
  const key = `${auth} ${theme} ${phase}`;
  let encoded = page.variants.get(key);
  if (!encoded) {
    encoded = encode(page, page.policy ? renderVariant(page.body, auth, theme, phase) : page.body);
    page.variants.set(key, encoded);
  }
  return encoded[pickEncoding(headers['accept-encoding']) ?? 'identity'];
}

/** Sends a document, or 304 if the browser already has it. Answers of the contract's calls are not cached. */
export function sendCachedPage(page: CachedPage, request: FastifyRequest, reply: FastifyReply) {
  const { etag, headers, body } = selectVariant(page, request.raw);
  reply.headers(headers);
  if (request.routeOptions.config.endpoint)
    return reply.header('cache-control', 'no-store').removeHeader('etag').send(body);
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.send(body);
}
