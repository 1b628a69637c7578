import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { EventDocument } from '../../contract/event/event.ts';
import { sectionNames } from '../../contract/event/settings.ts';
import { buildApp } from '../app.ts';
import { checkEvent, toDocument } from '../event/event-document.ts';
import { insertVersion } from '../event/settings/settings.queries.ts';
import { createServices } from '../people-data/create-services.ts';
import { type Config, loadConfig } from '../platform/config.ts';
import type { Services } from '../platform/services.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { defaultDocument } from './default-event.ts';

/** A program in this process. */
export interface TestProgram {
  app: FastifyInstance;
  services: Services;
}

export interface TestApp extends TestProgram {
  database: TestDatabase;
  /** Moves the program's clock by this many milliseconds. */
  advance: (milliseconds: number) => void;
  close: () => Promise<void>;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * The whole program on a database of its own, its clock in the test's hands, with the default event, of which `event` replaces
 * fields. Call `close` when the test file ends.
 */
export async function createTestApp(
  overrides: Partial<Config> = {},
  { dist = '', event: changes }: { dist?: string; event?: Partial<EventDocument> } = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'overnight-test-files-'));
  let moved = 0;
  const config: Config = {
    ...loadConfig({
      DATA_DIR: dataDir,
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'silent',
      EMBEDDINGS: 'off',
      SCORE_REVIEW_PASSWORD: 'owls at midnight',
    }),
    ...overrides,
  };
  const event = checkEvent({ ...defaultDocument, ...changes });
  const log = { ...silent };
  const version = { version: 1, document: toDocument(event), sections: sectionNames } as const;
  await insertVersion(database.db, { ...version, origin: 'seed', by: null });
  const services: Services = {
    ...(await createServices({ db: database.db, pool: database.pool, config, event, log })),
    now: () => new Date(Date.now() + moved),
  };
  const app = await buildApp(services, { dist, validates: true });
  return {
    app,
    services,
    database,
    advance: (milliseconds) => {
      moved += milliseconds;
    },
    close: async () => {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
