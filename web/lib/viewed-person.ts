/** The id of the person whose dashboard an organizer looks at, as long as this document is open; else undefined. */
export const viewedPerson: string | undefined =
  new URLSearchParams(globalThis.location?.search).get('viewAs') ?? undefined;
