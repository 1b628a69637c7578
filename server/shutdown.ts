type Ending = {
  log: { info(line: string): void; fatal(error: unknown, line: string): void };
  /** Ends everything in order: requests first, the database last. */
  close(): Promise<void>;
  /** Cuts off whoever is still connected. */
  hurry(): void;
};

const HURRY_AFTER = 4000;
const GIVE_UP_AFTER = 9500;
/** Ctrl-C reaches a program directly and once more through npm: that is one wish, not two. */
const ONE_WISH = 1000;

/**
 * Ends the program on SIGTERM, SIGINT, SIGHUP (exit code 0) and on errors that nobody caught (1), within 10 seconds. A
 * second signal ends it at once. Returns the function that ends it for another reason.
 */
export function installShutdown({ log, close, hurry }: Ending): (code: number, reason: string) => void {
  let since = 0;
  const shutdown = (code: number, reason: string) => {
    if (since) {
      if (Date.now() - since > ONE_WISH) process.exit(1);
      return;
    }
    since = Date.now();
    log.info(reason);
    setTimeout(hurry, HURRY_AFTER).unref();
    setTimeout(() => process.exit(code), GIVE_UP_AFTER).unref();
    close().then(
      () => process.exit(code),
      (error) => {
        log.fatal(error, 'Closing failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => shutdown(0, `${signal}: finishing what has begun, then stopping.`));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.fatal(error, event);
      shutdown(1, 'Stopping after an error that nobody caught.');
    });
  return shutdown;
}
