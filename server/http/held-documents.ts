import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredEncoding } from './compress.ts';
import { contentSecurityPolicy, policyText } from './headers.ts';

/** A document as it was rendered. */
export interface RenderedDocument {
  type: string;
  body: string;
}

interface Encoded {
  etag: string;
  br: Buffer;
  gzip: Buffer;
  identity: Buffer;
}

/** A document kept in memory in every encoding, a page also in every look that a visitor's cookies can ask for. */
export interface Held {
  type: string;
  policy: string | undefined;
  /** By look; made when first asked for. */
  looks: Map<string, Encoded>;
  body: string;
}

/** Content-Security-Policy of a document whose inline styles are allowed by their hashes. */
function policyFor(html: string): string {
  const hashes = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  );
  return policyText({ ...contentSecurityPolicy, styleSrc: [...contentSecurityPolicy.styleSrc, ...hashes] });
}

function encode(body: string): Encoded {
  const identity = Buffer.from(body);
  return {
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    identity,
    br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: gzipSync(identity, { level: 9 }),
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
export function hold({ type, body }: RenderedDocument): Held {
  const page = type.startsWith('text/html');
  return { type, body, policy: page ? policyFor(body) : undefined, looks: new Map() };
}

/** Answers with a held document, in the look and the encoding that fit the request. */
export function sendHeld(held: Held, request: FastifyRequest, reply: FastifyReply) {
  const auth = /^(user|admin)$/.exec(request.cookies.auth ?? '')?.[0] ?? 'out';
  const theme = /^(light|dark)$/.exec(request.cookies.theme ?? '')?.[0] ?? '';
  const look = held.policy ? `${auth} ${theme}` : '';
  let encoded = held.looks.get(look);
  if (!encoded) {
    encoded = encode(held.policy ? inLook(held.body, auth, theme) : held.body);
    held.looks.set(look, encoded);
  }
  reply.headers({ etag: encoded.etag, 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' });
  if (held.policy) reply.header('content-security-policy', held.policy);
  if (request.headers['if-none-match'] === encoded.etag) return reply.status(304).send();
  const encoding = preferredEncoding(request.headers['accept-encoding']) ?? 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(held.type).send(encoded[encoding]);
}
