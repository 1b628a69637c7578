/** What to call somebody: the first word of their name. */
export function getFirstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
