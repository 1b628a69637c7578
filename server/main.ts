import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Event } from '../contract/event/event.ts';
import { getEventPhase, getEventTimes } from '../contract/event/phases.ts';
import { listSlots } from '../contract/event/program.ts';
import { requireFonts } from './after/certificates/typefaces.ts';
import { buildApp } from './app.ts';
import { EventConfigError, loadEvent } from './event/load.ts';
import { listJobs } from './operations/job-handlers.ts';
import { createFirstAdminLink } from './people/auth/sign-in-links.service.ts';
import { ConfigError, listWarnings, loadConfig, loadEnvironment } from './platform/config.ts';
import { canChangeSchema, oneRoleWarning } from './platform/db/roles.ts';
import { openSite, type Site } from './platform/db/site.ts';
import { probeFileStore } from './platform/files/probe-store.ts';
import { sweepStaging } from './platform/files/staging.ts';
import { type Jobs, startJobs } from './platform/jobs/worker.ts';
import { startListening } from './platform/live/listener.ts';
import { createLogger } from './platform/log.ts';
import { createServices } from './platform/services.ts';
import { toSharedSettings } from './platform/shared-settings.ts';
import { installShutdown } from './platform/shutdown.ts';

/** Starts the site, which runs until a signal ends it. When it cannot start it prints why and exits with 1. */
async function main(): Promise<void> {
  let site: Site | undefined;
  let app: FastifyInstance | undefined;
  let jobs: Jobs | undefined;
  const started = Promise.withResolvers<void>();
  let listener: ReturnType<typeof startListening> | undefined;
  const close = async () => {
    await Promise.race([started.promise, pause(4000)]);
    await app?.close();
    // A job that is interrupted runs again at the next start.
    await Promise.race([jobs?.stop(), pause(3000)]);
    await listener?.stop();
    await site?.close();
  };
  try {
    const config = loadConfig(loadEnvironment());
    const event = await loadEvent();
    await requireFonts(event.certificates?.fonts ?? []);
    const log = createLogger(config.logLevel);
    const shutdown = installShutdown({
      log,
      drainSeconds: config.drainSeconds,
      drain: () => app?.startDraining(),
      close,
      closeConnections: () => app?.server.closeAllConnections(),
    });

    await requireFreePort(config.host, config.port);
    site = await openSite(config, {
      log: (line) => log.info(line),
      settings: await toSharedSettings(config, event),
      backUp: async (owner, pending) => {
        const { backUpBeforeUpgrade } = await import('./operations/backup/upgrade-backup.service.ts');
        const needs = { dataDir: config.dataDir, now: () => new Date() };
        await backUpBeforeUpgrade(needs, owner, pending, (line) => log.info(line));
      },
      onLost: () => shutdown(1, 'Another copy of the site has taken the database.'),
    });
    const services = createServices({ db: site.db, pool: site.pool, config, event, log });
    await probeFileStore(services);
    await sweepStaging(config.dataDir);
    app = await buildApp(services, { logger: log });
    jobs = await startJobs(services, site.pool, listJobs(services.event, config));
    listener = startListening(services, site.connection);
    const ownsTables = await canChangeSchema(site.db);
    // Gives back what only the start needed, before anybody waits for an answer.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    await app.listen({ host: config.host, port: config.port });
    started.resolve();
    for (const warning of listWarnings(config)) log.warn(warning);
    if (ownsTables) log.warn(oneRoleWarning);

    // From here on a database that goes away must not end the program, which runs.
    const link = await createFirstAdminLink(services).catch((error) => {
      log.error({ err: error }, 'No link for the first organizer: npm run cli -- admin add EMAIL');
      return undefined;
    });
    print(
      `${services.event.name} runs on ${config.publicUrl.origin}`,
      `Data folder: ${config.dataDir}`,
      ...(isOver(services.event)
        ? ['This event is over. To see one that is on, with invented applicants: npm run demo']
        : []),
      ...(link ? ['Become the first organizer (one use, within 24 hours):', link] : []),
    );
  } catch (error) {
    started.resolve();
    console.error(`\nThe site cannot start.\n${hasSentence(error) ? error.message : inspect(error)}\n`);
    await close().catch(() => undefined);
    process.exit(1);
  }
}

/** Returns whether an error's message is a sentence for the person who starts the site. */
function hasSentence(error: unknown): error is Error {
  if ([ConfigError, EventConfigError].some((kind) => error instanceof kind)) return true;
  return error instanceof Error && error.constructor === Error && !('code' in error);
}

function isOver(event: Event): boolean {
  const times = getEventTimes({ ...event, program: listSlots(event) });
  return getEventPhase(times, Date.now()) === 'over';
}

function print(...lines: string[]): void {
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

await main();
