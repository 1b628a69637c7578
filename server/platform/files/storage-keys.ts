const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const document = new RegExp(`^${uuid}\\.(pdf|jpg|webp)$`);
const trashed = new RegExp(`^trash/${uuid}\\.(pdf|jpg|webp)$`);

/** The media types of what is stored, by the end of its key. */
const mediaTypes = { pdf: 'application/pdf', jpg: 'image/jpeg', webp: 'image/webp' } as const;

/** Milliseconds that a file without an owner stays: whoever stores it may not have committed yet. */
export const orphanAge = 24 * 3_600_000;

/** The folder of one site in a store that others may use too. */
export function siteFolder(siteId: string): string {
  return `site-${siteId}`;
}

/** The key under which a site stores a file of this name: a UUID and `.pdf`, `.jpg` or `.webp`. */
export function toStorageKey(siteId: string, name: string): string {
  return `${siteFolder(siteId)}/${name}`;
}

export function getMediaType(key: string): string {
  return mediaTypes[key.slice(key.lastIndexOf('.') + 1) as keyof typeof mediaTypes];
}

/** Where a document goes before it is deleted for good. */
export function toTrashKey(siteId: string, key: string): string {
  return `${siteFolder(siteId)}/trash/${key.slice(key.lastIndexOf('/') + 1)}`;
}

/** Whether a key is the site's document or picture, something in its trash, or (`undefined`) neither. */
export function parseStorageKey(siteId: string, key: string): 'document' | 'trashed' | undefined {
  const folder = `${siteFolder(siteId)}/`;
  const name = key.startsWith(folder) ? key.slice(folder.length) : '';
  return document.test(name) ? 'document' : trashed.test(name) ? 'trashed' : undefined;
}
