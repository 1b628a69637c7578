/** Returns a task that never runs twice at once: calls that arrive while it runs share the run that follows. */
export function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return () => {
    waiting ??= last = last
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return run();
      });
    return waiting;
  };
}
