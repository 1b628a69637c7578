import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as contract from '../../../contract/platform/files.ts';
import type { Db } from '../db/open.ts';
import type { HttpCall } from '../http/call.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import * as queries from './files.queries.ts';
import { openStoredFile, type UnstoredFile } from './files.service.ts';
import { type ByteRange, getMediaType } from './store.ts';

export const listEventFiles = queries.selectEventFiles;

export function toEventFileAddress({ id, key }: { id: string; key: string }): string {
  return getMediaType(key).startsWith('image/') ? `/api/pictures/${id}` : `/api/event-files/${id}`;
}

/** The sizes of a picture in one format, for `srcset`. */
export interface PictureSource {
  type: string;
  srcset: string;
}

/** Returns the sizes of the event's pictures by picture address, the better format first. */
export async function listPictureSources(db: Db): Promise<Record<string, PictureSource[]>> {
  const sources: Record<string, PictureSource[]> = {};
  for (const { id, key, width, originalId } of await queries.selectPictureSizes(db)) {
    const [type, entry] = [getMediaType(key), `/api/pictures/${id} ${width}w`];
    const address = `/api/pictures/${originalId}`;
    sources[address] ??= [];
    const list = sources[address];
    const known = list.find((source) => source.type === type);
    if (known) known.srcset += `, ${entry}`;
    else list.push({ type, srcset: entry });
  }
  return sources;
}

/** Inserts the rows of a stored file of the event, the original before its other sizes. Returns its address. */
export async function addEventFile(trx: Db, [original, ...sizes]: UnstoredFile[]): Promise<string> {
  const insert = ({ staged: _, ...row }: UnstoredFile, original_id?: string) =>
    queries.insertFile(trx, { ...row, kind: 'eventFile', ...(original_id && { original_id }) });
  const id = await insert(original!);
  for (const size of sizes) await insert(size, id);
  return toEventFileAddress({ id, key: original!.storage_key });
}

/** Reads a file of the event. Rejects when there is no such file. */
export async function readEventFile({ db, files }: Pick<Services, 'db' | 'files'>, id: string) {
  const { key } = (await queries.findEventFileRow(db, id)) ?? fail('not_found');
  return files.read(key);
}

/** Sends a file of the event. Throws `not_found` and `unavailable`. */
export async function getEventFile(
  services: Pick<Services, 'db' | 'files' | 'log'>,
  { params: { id }, request, reply }: HttpCall<typeof contract.getEventFile>,
) {
  const file = (await queries.findEventFileRow(services.db, id)) ?? fail('not_found');
  return sendShownFile(services, file, { request, reply, isPublic: true });
}

type ShownFile = Omit<NonNullable<Awaited<ReturnType<typeof queries.findEventFileRow>>>, 'id'>;

/** Sends a file that pages show, or the requested range. Throws `unavailable`. */
export async function sendShownFile(
  { files, log }: Pick<Services, 'files' | 'log'>,
  { key, size, sha256 }: ShownFile,
  { request, reply, isPublic }: { request: FastifyRequest; reply: FastifyReply; isPublic: boolean },
) {
  const { headers } = request;
  const etag = `"${sha256.toString('base64url')}"`;
  reply.headers({
    // The content at an address never changes. Private files are revalidated, so that access ends with the session.
    'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': 'inline',
    'accept-ranges': 'bytes',
    etag,
  });
  if (headers['if-none-match'] === etag) return reply.status(304).send();
  const isCurrent = (headers['if-range'] ?? etag) === etag;
  const range = isCurrent ? parseRange(headers.range, size) : undefined;
  if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${size}`).send();
  const content = await openStoredFile({ files, log }, key, range);
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply
    .type(getMediaType(key))
    .header('content-length', range ? range.end - range.start + 1 : size)
    .send(content);
}

/**
 * How much to send for a range without an end; the browser then asks for more. If a player paused with more outstanding, a
 * bucket would end the silent connection.
 */
const openRange = 4_194_304;

/** Parses a `Range` header. Undefined, which sends the whole file, for several ranges and for units other than bytes. */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (!first && !last) return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const until = first && !last ? start + openRange - 1 : first ? Number(last) : size - 1;
  const end = Math.min(until, size - 1);
  if (first && last && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}
