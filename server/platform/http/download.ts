import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { hasSemicolons } from '../../../contract/platform/csv.ts';
import { writeSemicolons } from '../files/zip-stream.ts';

const types = {
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
  pkpass: 'application/vnd.apple.pkpass',
  zip: 'application/zip',
};

type Content = string | Buffer | NodeJS.ReadableStream;

type Name = `${string}.${keyof typeof types}`;

/** A response that the browser saves as a file of this name. */
export class Download<C extends Content = Content> {
  readonly name: Name;
  readonly content: C;

  constructor(name: Name, content: C) {
    this.name = name;
    this.content = content;
  }
}

export const sendDownload = (reply: FastifyReply, { name, content }: Download) => {
  const withSemicolons = name.endsWith('.csv') && hasSemicolons(reply.request.headers.cookie);
  const pieces = typeof content === 'string' ? [content] : (content as AsyncIterable<string | Buffer>);
  return reply
    .type(types[name.split('.').at(-1) as keyof typeof types])
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(withSemicolons ? Readable.from(writeSemicolons(pieces), { objectMode: false }) : content);
};

/** Yields rows as a JSON array. */
export async function* formatRowsAsJson(rows: AsyncIterable<object>) {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
