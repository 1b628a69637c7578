/** Returns `run` at most once every `pause` milliseconds: at once, and at the end when it was called in between. */
export function createThrottle(run: () => void, pause: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const throttled = () => {
    again = timer !== undefined;
    if (again) return;
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (again) throttled();
    }, pause);
  };
  return throttled;
}
