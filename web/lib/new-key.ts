/** Returns a new UUID. */
export const createIdempotencyKey = (): string => crypto.randomUUID();

/** Returns the UUID that this browser keeps under `name`; a new one at first. */
export function getDeviceKey(name: string): string {
  const key = localStorage.getItem(name) ?? createIdempotencyKey();
  localStorage.setItem(name, key);
  return key;
}
