import { setTimeout as pause } from 'node:timers/promises';

type Shutdown = {
  log: { info(line: string): void; fatal(error: unknown, line: string): void };
  /** How long a SIGTERM drains before it closes: proxies notice and send requests elsewhere. */
  drainSeconds: number;
  drain(): void;
  /** Closes everything in order: requests first, the database last. */
  close(): Promise<void>;
  /** Closes the connections that are still open. */
  closeConnections(): void;
};

const closeConnectionsAfter = 4000;
const exitAfter = 9500;
/** Ctrl-C reaches the program directly and again through npm: within this time both count as one signal. */
const sameSignalWithin = 1000;

/**
 * Ends the program on SIGTERM, SIGINT, SIGHUP (exit code 0) and on uncaught errors (1), within 10 seconds; a SIGTERM drains
 * first. A second signal ends it at once. Returns a function that ends it for another reason.
 */
export function installShutdown(program: Shutdown): (code: number, reason: string) => void {
  const { log, drainSeconds, drain, close, closeConnections } = program;
  let startedAt = 0;
  const shutdown = (code: number, reason: string, drainTime = 0) => {
    if (startedAt) {
      if (Date.now() - startedAt > sameSignalWithin) process.exit(1);
      return;
    }
    startedAt = Date.now();
    log.info(reason);
    setTimeout(closeConnections, drainTime + closeConnectionsAfter).unref();
    setTimeout(() => process.exit(code), drainTime + exitAfter).unref();
    if (drainTime > 0) drain();
    pause(drainTime)
      .then(close)
      .then(
        () => process.exit(code),
        (error) => {
          log.fatal(error, 'Closing failed');
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () =>
      shutdown(
        0,
        `${signal}: finishing open requests, then stopping`,
        signal === 'SIGTERM' ? drainSeconds * 1000 : 0,
      ),
    );
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.fatal(error, event);
      shutdown(1, 'Stopping after an uncaught error');
    });
  return shutdown;
}
