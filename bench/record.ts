import { buildApp } from '../server/app.ts';
import { getApplicantIndex } from '../server/apply/search/applicant-index.ts';
import { openServices } from '../server/event/settings/open-event.ts';
import type { Config } from '../server/platform/config.ts';
import { openDatabase } from '../server/platform/db/open.ts';

/** A statement as it was sent to the database. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** One call with its statements. */
export interface Recording {
  statements: Statement[];
  status: number;
  type: string;
  body: string;
}

type Ask = { method?: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: object };

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Records the statements of calls on a program in this process, each after one warm-up call. */
export async function record(config: Config, database: string, asks: Ask[][]): Promise<Recording[]> {
  const { db, pool } = openDatabase(database, { max: 1 });
  const statements: Statement[] = [];
  pool.on('connect', (client) => {
    const original = client.query.bind(client) as (...args: unknown[]) => unknown;
    const tapped = (query: unknown, values?: unknown, ...rest: unknown[]) => {
      const { text, values: own } =
        typeof query === 'string' ? { text: query, values } : (query as Statement);
      statements.push({ text, values: (own as unknown[] | undefined) ?? [] });
      return original(query, values, ...rest);
    };
    client.query = tapped as typeof client.query;
  });
  const services = await openServices({ db, config, log: silent });
  const app = await buildApp(services);
  const recordings: Recording[] = [];
  for (const [warmUp, measured] of asks) {
    await app.inject(warmUp!);
    // The list prepares the search index in the background: no statement of its own.
    await getApplicantIndex(services).refresh();
    statements.length = 0;
    const { statusCode, headers, body } = await app.inject(measured!);
    recordings.push({
      statements: statements.map(({ text, values }) => ({ text, values: values.map(toText) })),
      status: statusCode,
      type: String(headers['content-type']),
      body,
    });
  }
  await app.close();
  await pool.end().catch(() => undefined);
  return recordings;
}

// Bytes and dates are passed to the baseline's process as text that PostgreSQL parses.
function toText(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  return value;
}
