/** Returns a task that never runs twice at once: calls that arrive while it runs share the run that follows. */
export function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | undefined;
  return () => {
    const next =
      waiting ??
      last
        .catch(() => undefined)
        .then(() => {
          waiting = undefined;
          return run();
        });
    [waiting, last] = [next, next];
    return next;
  };
}
