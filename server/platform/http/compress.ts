import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

// In bytes. A smaller answer fits into one packet anyway; a larger one is compressed off the main thread.
const smallest = 1024;
const largestSync = 64 * 1024;
const largestText = 16 * 1024;
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const compressAsync = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const textual = /^(application\/json|text\/(?!event-stream)|image\/svg)/;

/** Returns the encoding to answer in: Brotli, else gzip, else none. */
export function pickEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const text = String(accepted ?? '');
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(text)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(text) ? 'gzip' : undefined;
}

/**
 * Compresses the answers of calls, whole and at a low quality: as a stream at the default quality it took longer than the
 * rest of a call. Pages and assets are compressed in advance and pass through.
 */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < smallest) return done(null, payload);
    if (reply.hasHeader('content-encoding') || !textual.test(String(reply.getHeader('content-type'))))
      return done(null, payload);
    const vary = reply.getHeader('vary');
    reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
    const encoding = pickEncoding(request.headers['accept-encoding']);
    // As a text it would be copied twice more on its way to the socket.
    if (!encoding) return done(null, payload.length > largestText ? Buffer.from(payload) : payload);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    if (payload.length <= largestSync)
      return done(null, encoding === 'br' ? brotliCompressSync(payload, quality) : gzipSync(payload));
    const compressed = encoding === 'br' ? compressAsync.br(payload, quality) : compressAsync.gzip(payload);
    compressed.then((content) => done(null, content), done);
  });
}
