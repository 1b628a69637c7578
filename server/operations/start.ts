import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isExampleEvent } from '../../contract/event/phases.ts';
import { listFontMistakes } from '../event/event-fonts.ts';
import { checkOldEvent } from '../event/old-form/convert-old-event.ts';
import { openServices } from '../event/settings/open-event.ts';
import { createFirstAdminLink } from '../people/auth/sign-in-links.service.ts';
import { type Config, listWarnings, loadConfig, loadEnvironment } from '../platform/config.ts';
import { openSite, type Site } from '../platform/db/lease.ts';
import { canChangeSchema, oneRoleWarning, withMaintenancePool } from '../platform/db/schema.ts';
import { probeFileStore } from '../platform/files/probe-store.ts';
import { sweepStaging } from '../platform/files/staging.ts';
import { type Jobs, startJobs } from '../platform/jobs/worker.ts';
import { startListening } from '../platform/live/listener.ts';
import { createLogger } from '../platform/log.ts';
import type { Services } from '../platform/services.ts';
import { listJobs } from './background-jobs.ts';
import { agreeOnSettings, toSharedSettings } from './shared-settings.queries.ts';

interface Setup {
  config: Config;
  log: Logger;
}

export interface RunningSite {
  /** Resolves when it listens. Rejects when it cannot start: `close` gives back what was opened until then. */
  started: Promise<void>;
  startDraining(): void;
  /** Closes everything in order: requests first, the database last. */
  close(): Promise<void>;
  closeConnections(): void;
}

/** Reads the settings. Throws ConfigError, with the mistakes. */
export function readSetup(): Setup {
  const config = loadConfig(loadEnvironment());
  return { config, log: createLogger(config.logLevel) };
}

/**
 * Starts an instance of the site: database, jobs, live updates, and the HTTP program that `build` makes. `onTaken` hears when
 * another took the database, `closeEvent` when an owner begins the next event.
 */
export function startSite(
  { config, log }: Setup,
  build: (services: Services, options: { logger: Logger }) => Promise<FastifyInstance>,
  onTaken: () => void,
  closeEvent?: Services['closeEvent'],
): RunningSite {
  let site: Site | undefined;
  let app: FastifyInstance | undefined;
  let jobs: Jobs | undefined;
  let listener: ReturnType<typeof startListening> | undefined;

  const start = async () => {
    await requireFreePort(config.host, config.port);
    site = await openSite(config, {
      log: (line) => log.info(line),
      checkSettings: (db, hasOthers) => agreeOnSettings(db, toSharedSettings(config), hasOthers),
      backUp: async (owner, pending) => {
        if (pending.includes('050_events'))
          await withMaintenancePool(owner, ({ db }) => checkOldEvent({ db, config }));
        const { backUpBeforeUpgrade } = await import('./backup/backup.service.ts');
        const needs = { dataDir: config.dataDir, now: () => new Date() };
        await backUpBeforeUpgrade(needs, owner, pending, (line) => log.info(line));
      },
      onTaken,
    });
    const services = await openServices({ db: site.db, pool: site.pool, config, log });
    if (closeEvent) services.closeEvent = closeEvent;
    for (const { sentence } of await listFontMistakes(services.db, services.event)) log.warn(sentence);
    await probeFileStore(services);
    await sweepStaging(config.dataDir);
    app = await build(services, { logger: log });
    jobs = await startJobs(services, site.pool, listJobs(services.event, config));
    listener = startListening(services, site.connection);
    const ownsTables = await canChangeSchema(site.db);
    collectGarbage();
    await app.listen({ host: config.host, port: config.port });
    for (const warning of listWarnings(config)) log.warn(warning);
    if (ownsTables) log.warn(oneRoleWarning);
    await welcome(services);
  };

  const started = start();
  return {
    started,
    startDraining: () => app?.startDraining(),
    close: async () => {
      await Promise.race([started.catch(() => undefined), pause(4000)]);
      await app?.close();
      // A job that is interrupted runs again at the next start.
      await Promise.race([jobs?.stop(), pause(3000)]);
      await listener?.stop();
      await site?.close();
    },
    closeConnections: () => app?.server.closeAllConnections(),
  };
}

/** Collects what only the start needed: 147 MB instead of 199 when idle. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: NonNullable<typeof globalThis.gc> = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Prints where the site is, and the link of its first organizer. From here on, a database that goes away does not end the
 * program.
 */
async function welcome(services: Services): Promise<void> {
  const { config, event, log } = services;
  const link = await createFirstAdminLink(services).catch((error) => {
    log.error({ err: error }, 'No link for the first organizer: npm run cli -- admin add EMAIL');
    return undefined;
  });
  const lines = [
    `${event.name} runs on ${config.publicUrl.origin}`,
    `Data folder: ${config.dataDir}`,
    ...(isExampleEvent(event)
      ? [
          'This is the example event: set up your own in Settings.',
          'To see one that is on, with invented applicants: npm run demo',
        ]
      : []),
    ...(link ? ['Become the first organizer (one use, within 24 hours):', link] : []),
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}

/** Throws when the port is taken. Called before the database is opened, so that a second start by mistake changes nothing. */
async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} on ${host} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
      );
    if (code === 'EACCES')
      throw new Error(
        `Ports below 1024, such as ${port}, need special rights. Choose another port: PORT=3000 npm start`,
      );
    throw new Error(`Cannot listen on ${host}, port ${port}: ${message}`);
  }
  await new Promise((closed) => probe.close(closed));
}
