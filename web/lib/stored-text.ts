/** A text that this browser keeps under `key` between visits; null without one. */
export const storedText = (key: string) => ({
  get: (): string | null => localStorage.getItem(key),
  set: (text: string) => localStorage.setItem(key, text),
  clear: () => localStorage.removeItem(key),
});

/** Returns the JSON that this browser keeps under `key`; undefined where nothing is stored that can be read. */
export function readStoredJson<T>(key: string): T | undefined {
  return parseStoredJson(localStorage.getItem(key));
}

/** Returns what a stored text says as JSON; undefined where it cannot be read. */
export function parseStoredJson<T>(stored: string | null): T | undefined {
  try {
    return (JSON.parse(stored ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}
