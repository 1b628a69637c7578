/** A new random UUID, also on pages without https, where `crypto.randomUUID` is missing. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the UUID that this browser keeps under `name`; a new one at first. */
export function getDeviceKey(name: string): string {
  const key = localStorage.getItem(name) ?? createIdempotencyKey();
  localStorage.setItem(name, key);
  return key;
}
