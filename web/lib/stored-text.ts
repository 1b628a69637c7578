/** A text that this browser keeps under `key` between visits; null without one. */
export const storedText = (key: string) => ({
  get: (): string | null => localStorage.getItem(key),
  set: (text: string) => localStorage.setItem(key, text),
  clear: () => localStorage.removeItem(key),
});
