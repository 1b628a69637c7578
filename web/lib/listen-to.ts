/** Calls `listener` at each of these events; returns the function that ends it. */
export function listenTo<E extends Event>(
  target: EventTarget,
  types: string[],
  listener: (event: E) => void,
) {
  for (const type of types) target.addEventListener(type, listener as EventListener);
  return () => {
    for (const type of types) target.removeEventListener(type, listener as EventListener);
  };
}
