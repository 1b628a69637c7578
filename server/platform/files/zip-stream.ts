import { Readable } from 'node:stream';
import yazl from 'yazl';
import { createSemicolonWriter } from '../../../contract/platform/csv.ts';

/** A file of a zip; its content is read when its turn comes. */
export interface ZipEntry {
  name: string;
  content: () => AsyncIterable<string | Buffer>;
  /** PDFs are compressed already. */
  compress?: boolean;
}

/** Returns a file of a zip whose text is formatted when its turn comes. */
export function toTextEntry(name: string, format: () => string | Promise<string>): ZipEntry {
  return {
    name,
    content: async function* () {
      yield await format();
    },
  };
}

/** Yields CSV with semicolons between its cells. */
export async function* writeSemicolons(csv: Iterable<string> | AsyncIterable<string | Buffer>) {
  const write = createSemicolonWriter();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const piece of csv)
    yield write(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }));
}

/**
 * Returns a zip as a stream that reads one entry at a time, only as fast as it is read itself. When an entry fails, the
 * stream ends with its error, so that nobody mistakes the first part for the whole. With `semicolons`, its CSV files use
 * them as separators.
 */
export function streamZip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  { semicolons = false } = {},
): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const abort = (error: unknown) => output.destroy(error as Error);
  const addAll = async () => {
    for await (const { name, content, compress = true } of entries) {
      if (output.destroyed) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      zip.addReadStreamLazy(name, { compress, mtime: new Date(0) }, (deliver) => {
        const pieces = semicolons && name.endsWith('.csv') ? writeSemicolons(content()) : content();
        const stream = Readable.from(pieces, { objectMode: false });
        const stop = () => {
          stream.destroy();
          resolve();
        };
        output.once('close', stop);
        stream.on('error', reject).on('end', () => {
          output.off('close', stop);
          resolve();
        });
        deliver(null, stream);
      });
      await promise;
    }
    zip.end();
  };
  // yazl's type omits the error of an entry.
  (zip as unknown as NodeJS.EventEmitter).on('error', abort);
  addAll().catch(abort);
  return output;
}
