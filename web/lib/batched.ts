/** Does `work` at once, and of a rush of calls after that once for every `pause` milliseconds, the last included. */
export function createBatcher(work: () => void, pause: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const run = () => {
    again = timer !== undefined;
    if (again) return;
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (again) run();
    }, pause);
  };
  return run;
}
