import { inspect } from 'node:util';
import { buildApp } from './app.ts';
import { EventError } from './event/event-document.ts';
import { type RunningSite, readSetup, startSite } from './operations/start.ts';
import { ConfigError } from './platform/config.ts';
import type { EventClosing } from './platform/services.ts';
import { installShutdown } from './platform/shutdown.ts';

/** Starts the site, which runs until a signal ends it. When it cannot start it prints why and exits with 1. */
async function main(): Promise<void> {
  let site: RunningSite | undefined;
  const endWithReason = async (error: unknown) => {
    console.error(`\nThe site cannot start.\n${hasSentence(error) ? error.message : inspect(error)}\n`);
    await site?.close().catch(() => undefined);
    process.exit(1);
  };
  try {
    const setup = readSetup();
    const shutdown = installShutdown({
      log: setup.log,
      drainSeconds: setup.config.drainSeconds,
      drain: () => site?.startDraining(),
      close: async () => site?.close(),
      closeConnections: () => site?.closeConnections(),
    });
    const start = async () => {
      site = startSite(
        setup,
        buildApp,
        () => shutdown(1, 'Another instance of the site has taken the database.'),
        (closing) => {
          if (!isClosing) void closeEvent(closing).catch(endWithReason);
          isClosing = true;
        },
      );
      await site.started;
    };
    let isClosing = false;
    // The archive needs the database alone.
    const closeEvent = async ({ folder, take, by }: EventClosing) => {
      const old = site;
      setTimeout(() => old?.closeConnections(), 1000).unref();
      await old?.close();
      const commands = await import('./operations/backup/new-event.commands.ts');
      await commands
        .closeEvent(
          setup.config,
          folder,
          async () => take,
          (line) => setup.log.info(line),
          by,
        )
        .catch((err) => setup.log.error({ err }, 'The event could not be closed'));
      isClosing = false;
      await start();
    };
    await start();
  } catch (error) {
    await endWithReason(error);
  }
}

/** Returns whether an error's message is a sentence for the person who starts the site. */
function hasSentence(error: unknown): error is Error {
  if ([ConfigError, EventError].some((kind) => error instanceof kind)) return true;
  return error instanceof Error && error.constructor === Error && !('code' in error);
}

await main();
