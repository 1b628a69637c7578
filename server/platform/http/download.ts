import type { FastifyReply } from 'fastify';

const types = {
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
  ts: 'text/plain; charset=utf-8',
  pkpass: 'application/vnd.apple.pkpass',
  zip: 'application/zip',
};

type Content = string | Buffer | NodeJS.ReadableStream;

/** Sends a file for the browser to save under this name. */
export const sendDownload = (
  reply: FastifyReply,
  name: `${string}.${keyof typeof types}`,
  content: Content,
) =>
  reply
    .type(types[name.split('.').at(-1) as keyof typeof types])
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content);
