/** What to call somebody: the first word of their name. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
