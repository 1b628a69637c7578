import { buildApp } from '../server/app.ts';
import { getApplicantIndex } from '../server/apply/search/applicant-index.ts';
import { openServices } from '../server/event/settings/open-event.ts';
import type { Config } from '../server/platform/config.ts';
import { openDatabase } from '../server/platform/db/open.ts';
import type { TestProgram } from '../server/testing/app.ts';
import {
  listStatements,
  mostStatements,
  type Statement,
  watchStatements,
} from '../server/testing/frequent-calls.ts';
import { atMost, type Result } from './table.ts';

export interface Recording {
  statements: Statement[];
  status: number;
  type: string;
  body: string;
}

type Ask = { method?: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: object };

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function withProgram<T>(
  config: Config,
  database: string,
  work: (program: TestProgram, sent: Statement[]) => Promise<T>,
): Promise<T> {
  const { sent, stop } = watchStatements();
  const { db } = openDatabase(database, { max: 2 });
  const services = await openServices({ db, config, log: silent });
  const app = await buildApp(services);
  try {
    return await work({ app, services }, sent);
  } finally {
    stop();
    await app.close();
    await db.destroy();
  }
}

/** Records the statements of calls, each after one warm-up call. */
export function record(config: Config, database: string, asks: Ask[][]): Promise<Recording[]> {
  return withProgram(config, database, async ({ app, services }, sent) => {
    const recordings: Recording[] = [];
    for (const [warmUp, measured] of asks) {
      await app.inject(warmUp!);
      // The list builds the search index in the background, whose statements are not its own.
      await getApplicantIndex(services).refresh();
      sent.length = 0;
      const { statusCode, headers, body } = await app.inject(measured!);
      recordings.push({
        statements: sent.map(({ text, values }) => ({ text, values: values.map(toText) })),
        status: statusCode,
        type: String(headers['content-type']),
        body,
      });
    }
    return recordings;
  });
}

/** Counts the statements of frequent calls; the numbers are the same on every machine. */
export async function countStatements(config: Config, database: string): Promise<Result[]> {
  const statements = await withProgram(config, database, listStatements);
  return Object.entries(mostStatements).map(([name, most]) =>
    atMost(`${name}: statements`, statements[name as keyof typeof statements].length, most, ''),
  );
}

// Bytes and dates are passed to the baseline's process as text that PostgreSQL parses.
function toText(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  return value;
}
