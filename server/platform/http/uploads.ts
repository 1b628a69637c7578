import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import { discardStagedFile, type StagedFile, stageFile } from '../files/staging.ts';
import type { Services } from '../services.ts';
import { fail, Problem } from './problem.ts';

interface ReceivedForm {
  fields: Record<string, string>;
  files: Record<string, StagedFile>;
  /** Removes the files that were not stored. */
  discard: () => Promise<void>;
}

/** Bytes of a text field; one field contains all answers to the event's own questions. */
const fieldSize = limits.text.whyJoin * 4;

const partLimits = {
  fieldSize: limits.json.maxBytes,
  fields: 24,
  files: 3,
  parts: 30,
  headerPairs: 50,
};

const tooMany = /FST_(PARTS|FILES|FIELDS)_LIMIT/;

/**
 * Adds a route that receives a form, in a scope of its own, because the parser's hooks would otherwise run for every call.
 */
export function addFormRoute(app: FastifyInstance, options: RouteOptions): void {
  app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.route(options);
  });
}

/**
 * Receives a multipart form and streams each file to disk. An empty file counts as none. Throws `wrong_content_type`,
 * `invalid_input` (a part sent twice, an unknown file), `malformed_body`, the file's own code when it is too large, and the
 * form's `failed` when the disk is full.
 */
export async function receiveForm(
  services: Services,
  request: FastifyRequest,
  form: NonNullable<Endpoint['form']>,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) fail('wrong_content_type');
  const received: ReceivedForm = {
    fields: {},
    files: {},
    discard: async () => {
      await Promise.all(Object.values(received.files).map(discardStagedFile));
    },
  };
  const fileSize = Math.max(...Object.values(form.files).map(({ maxBytes }) => maxBytes)) + 1;
  const seen = new Set<string>();
  const signal = createReceivingSignal(request);
  try {
    const parts = request.parts({ limits: { ...partLimits, fileSize } });
    for await (const part of untilAborted(parts, signal)) {
      if (seen.has(part.fieldname)) fail('invalid_input', { fields: { [part.fieldname]: 'was sent twice' } });
      seen.add(part.fieldname);
      if (part.type === 'field') {
        const isTooLong = part.fieldname !== 'answers' && Buffer.byteLength(String(part.value)) > fieldSize;
        if (part.valueTruncated || isTooLong)
          fail('invalid_input', { fields: { [part.fieldname]: 'is too long' } });
        received.fields[part.fieldname] = String(part.value);
        continue;
      }
      const expected = getOwnValue(form.files, part.fieldname);
      if (!expected) fail('invalid_input', { fields: { [part.fieldname]: 'is not asked for' } });
      const file = await stageFile(services.config.dataDir, part.file, signal);
      received.files[part.fieldname] = file;
      if (part.file.truncated || file.size > expected.maxBytes)
        fail(expected.tooLarge, { field: part.fieldname });
      if (file.size === 0) {
        await discardStagedFile(file);
        delete received.files[part.fieldname];
      }
    }
  } catch (error) {
    await received.discard();
    // The rest is read and dropped, so that the sender receives the answer.
    request.raw.unpipe();
    request.raw.resume();
    if (error instanceof Problem) throw error;
    const code = (error as { code?: string }).code ?? '';
    if (tooMany.test(code)) throw new Problem('too_large', { cause: error });
    if (code.startsWith('E') && code !== 'ECONNRESET')
      throw new Problem(form.failed ?? 'unavailable', { retryAfter: 2, cause: error });
    throw new Problem('malformed_body', { cause: error });
  }
  return received;
}

/**
 * Returns a signal that aborts when the sender disconnects or the call times out, in which cases neither the request nor
 * the parser reports an end. Fastify's own signal also aborts once a request is read completely, while its files are still
 * being written.
 */
function createReceivingSignal({ raw, signal }: FastifyRequest): AbortSignal {
  const receiving = new AbortController();
  const end = () => {
    if (!raw.complete) receiving.abort(signal.reason);
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return receiving.signal;
}

/** Yields items until the signal aborts, even while the next one is awaited. Throws the signal's reason. */
async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  aborted.catch(() => undefined);
  const iterator = items[Symbol.asyncIterator]();
  while (true) {
    const { done, value } = await Promise.race([iterator.next(), aborted]);
    if (done) return;
    yield value;
  }
}
