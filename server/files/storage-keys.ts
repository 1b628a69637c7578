const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const document = new RegExp(`^${uuid}\\.pdf$`);
const trashed = new RegExp(`^trash/${uuid}\\.pdf$`);

/** The folder of one site in a store that others may use too. Files of older versions lie beside it, by name alone, until `moveBareFiles`. */
export function siteFolder(siteId: string): string {
  return `site-${siteId}`;
}

/** The key under which a site stores the document with this id. */
export function toStorageKey(siteId: string, id: string): string {
  return `${siteFolder(siteId)}/${id}.pdf`;
}

/** Whether a key is that of a document of an older version: its name alone. */
export function isBareKey(key: string): boolean {
  return document.test(key);
}

/** The key of a document of an older version in the folder of its site. */
export function toSiteKey(siteId: string, key: string): string {
  return `${siteFolder(siteId)}/${key}`;
}

/** Where a document goes before it is deleted for good. */
export function toTrashKey(siteId: string, key: string): string {
  return `${siteFolder(siteId)}/trash/${key.slice(key.lastIndexOf('/') + 1)}`;
}

/** Whether a key is the site's document, something in its trash, or (`undefined`) neither. */
export function parseStorageKey(siteId: string, key: string): 'document' | 'trashed' | undefined {
  const folder = `${siteFolder(siteId)}/`;
  const name = key.startsWith(folder) ? key.slice(folder.length) : '';
  return document.test(name) ? 'document' : trashed.test(name) ? 'trashed' : undefined;
}
