/** Returns the first characters of an id, enough to tell two people of the same name apart at check-in. */
export function formatShortId(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

/** Returns the start of the id that somebody typed as `formatShortId` shows it; undefined for any other text. */
export function parseShortId(typed: string): string | undefined {
  return /^(?:id)?([0-9a-f]{8})$/.exec(typed.replace(/\s/g, '').toLowerCase())?.[1];
}
