import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pickEncoding } from './compress.ts';
import { contentSecurityPolicy, formatContentSecurityPolicy } from './headers.ts';

/** A document as it was rendered. */
export interface RenderedDocument {
  type: string;
  body: string;
}

/** An answer that is ready to go out. */
export interface EncodedPage {
  etag: string;
  headers: Record<string, string>;
  body: Buffer;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** A document kept in memory in every encoding, a page also in every look that a visitor's cookies can ask for. */
export interface CachedPage {
  type: string;
  policy: string | undefined;
  /** By look; made when first asked for. */
  looks: Map<string, Record<Encoding, EncodedPage>>;
  body: string;
}

/** Content-Security-Policy of a document whose inline styles are allowed by their hashes. */
function policyFor(html: string): string {
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
  const ready = (encoding: Encoding, content: Buffer): EncodedPage => ({
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
    identity: ready('identity', identity),
    br: ready('br', brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
    gzip: ready('gzip', gzipSync(identity, { level: 9 })),
  };
}

/**
 * A page as this visitor sees it from the first paint on: in the colours they chose, and with the header of whom they were
 * here as last time. Both cookies are hints for looks and grant nothing.
 */
function inLook(html: string, auth: string, theme: string): string {
  return html
    .replace('<html lang="en"', theme ? `<html lang="en" data-theme="${theme}"` : '<html lang="en"')
    .replace('data-auth="out"', `data-auth="${auth}"`);
}

/** Takes a document into memory. */
export function createCachedPage({ type, body }: RenderedDocument): CachedPage {
  const page = type.startsWith('text/html');
  return { type, body, policy: page ? policyFor(body) : undefined, looks: new Map() };
}

const authHint = /(?:^|;\s*)auth=(user|admin)\s*(?:;|$)/;
const themeHint = /(?:^|;\s*)theme=(light|dark)\s*(?:;|$)/;

/** A held document in the look and the encoding that fit a request. */
export function selectVariant(held: CachedPage, { headers }: IncomingMessage): EncodedPage {
  const cookies = held.policy && headers.cookie ? headers.cookie : '';
  const auth = authHint.exec(cookies)?.[1] ?? 'out';
  const theme = themeHint.exec(cookies)?.[1] ?? '';
  const look = `${auth} ${theme}`;
  let encoded = held.looks.get(look);
  if (!encoded) {
    encoded = encode(held, held.policy ? inLook(held.body, auth, theme) : held.body);
    held.looks.set(look, encoded);
  }
  return encoded[pickEncoding(headers['accept-encoding']) ?? 'identity'];
}

/** Answers with a held document. */
export function sendCachedPage(held: CachedPage, request: FastifyRequest, reply: FastifyReply) {
  const { etag, headers, body } = selectVariant(held, request.raw);
  reply.headers(headers);
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.send(body);
}
