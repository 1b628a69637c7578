import { inspect } from 'node:util';
import { buildApp } from './app.ts';
import { EventError } from './event/event-document.ts';
import { type RunningSite, readSetup, startSite } from './operations/start.ts';
import { ConfigError } from './platform/config.ts';
import { installShutdown } from './platform/shutdown.ts';

/** Starts the site, which runs until a signal ends it. When it cannot start it prints why and exits with 1. */
async function main(): Promise<void> {
  let site: RunningSite | undefined;
  try {
    const setup = readSetup();
    const shutdown = installShutdown({
      log: setup.log,
      drainSeconds: setup.config.drainSeconds,
      drain: () => site?.startDraining(),
      close: async () => site?.close(),
      closeConnections: () => site?.closeConnections(),
    });
    site = startSite(setup, buildApp, () =>
      shutdown(1, 'Another instance of the site has taken the database.'),
    );
    await site.started;
  } catch (error) {
    console.error(`\nThe site cannot start.\n${hasSentence(error) ? error.message : inspect(error)}\n`);
    await site?.close().catch(() => undefined);
    process.exit(1);
  }
}

/** Returns whether an error's message is a sentence for the person who starts the site. */
function hasSentence(error: unknown): error is Error {
  if ([ConfigError, EventError].some((kind) => error instanceof kind)) return true;
  return error instanceof Error && error.constructor === Error && !('code' in error);
}

await main();
