import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from './app.ts';
import { createFirstAdminLink } from './auth/sign-in-links.service.ts';
import { ConfigError, loadConfig, loadEnvironment } from './config.ts';
import { NewerSchema } from './db/migrate.ts';
import { openSite, type Site } from './db/site.ts';
import { EventConfigError, loadEvent } from './event/load.ts';
import { sweepStaging } from './files/staging.ts';
import { type Jobs, startJobs } from './jobs/worker.ts';
import { startListening } from './live/listener.ts';
import { createServices } from './services.ts';
import { installShutdown } from './shutdown.ts';

/** Starts the site and keeps it running until a signal ends it. What keeps it from starting is said in a sentence. */
async function main(): Promise<void> {
  let site: Site | undefined;
  let app: FastifyInstance | undefined;
  let jobs: Jobs | undefined;
  const started = Promise.withResolvers<void>();
  let listening: ReturnType<typeof startListening> | undefined;
  const close = async () => {
    await Promise.race([started.promise, pause(4000)]);
    await app?.close();
    // A job that is cut off is done again at the next start.
    await Promise.race([jobs?.stop(), pause(3000)]);
    await listening?.stop();
    await site?.close();
  };
  try {
    const config = loadConfig(loadEnvironment());
    const event = await loadEvent();
    const log = makeLogger(config.logLevel);
    const shutdown = installShutdown({ log, close, hurry: () => app?.server.closeAllConnections() });

    await requireFreePort(config.host, config.port);
    site = await openSite(config, {
      log: (line) => log.info(line),
      onLost: () => shutdown(1, 'Another copy of the site has taken over the database.'),
    });
    const services = createServices({ db: site.db, config, event, log });
    await sweepStaging(config.dataDir);
    app = await buildApp(services, { logger: log });
    jobs = await startJobs(services, site.pool);
    listening = startListening(services, site.connection);
    await app.listen({ host: config.host, port: config.port });
    started.resolve();
    services.search.refresh().catch((error) => log.error({ err: error }, 'applicants are not indexed yet'));

    const link = await createFirstAdminLink(services);
    say(
      `${event.name} runs on ${config.publicUrl.origin}`,
      `Its data are in ${config.dataDir}`,
      ...(link ? ['Become its first organiser (once, within a day):', link] : []),
    );
  } catch (error) {
    started.resolve();
    console.error(`\nThe site cannot start.\n${isSentence(error) ? error.message : inspect(error)}\n`);
    await close().catch(() => undefined);
    process.exit(1);
  }
}

/** Whether an error was written for the person who starts the site, not for a programmer. */
function isSentence(error: unknown): error is Error {
  if ([ConfigError, EventConfigError, NewerSchema].some((kind) => error instanceof kind)) return true;
  return error instanceof Error && error.constructor === Error && !('code' in error);
}

/** Lines of JSON on stdout. A log that cannot be written, on a full disk for example, does not end the program. */
function makeLogger(level: string) {
  const destination = pino.destination({ dest: 1, sync: true });
  destination.on('error', () => undefined);
  process.stdout.on('error', () => undefined);
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

function say(...lines: string[]): void {
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}

/** Found out before the database is touched, so that a second start by mistake changes nothing. */
async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
      );
    if (code === 'EACCES')
      throw new Error(
        `Ports below 1024, such as ${port}, are not for ordinary users. Choose another: PORT=3000 npm start`,
      );
    throw new Error(`Cannot listen on ${host}, port ${port}: ${message}`);
  }
  await new Promise((closed) => probe.close(closed));
}

await main();
