/** The first characters of an id, enough to tell two people of the same name apart at check-in. */
export function formatShortId(id: string): string {
  return id.slice(0, 8).toUpperCase();
}
