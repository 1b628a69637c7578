/** Every field of a document that can name a file, with how it is called in an export. */
const fileFields = {
  'hero.photos.*.src': 'photo',
  'sponsors.list.*.logo': 'logo',
  'schedule.*.items.*.image.src': 'schedule',
  'lending.photos.*.src': 'thing',
  'tracks.*.description.video': 'film',
  'tracks.*.description.poster': 'poster',
  'tracks.*.description.captions': 'captions',
  'certificates.fonts.*': 'font',
};

/** A name of a file in a document: an address of the site or of another one, or a path in a folder. */
interface NamedFile {
  name: string;
  /** What the file shows, in words for its name. */
  title: string;
}

/** Returns a document with other names of its files. */
export function replaceFiles<Document>(document: Document, replace: (file: NamedFile) => string): Document {
  const walk = (value: unknown, kind: string, [key, ...rest]: string[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    const { name: called, alt, thing, title } = copy;
    for (const each of key === '*' ? Object.keys(copy) : [key!]) {
      const name = copy[each];
      if (rest.length > 0 && name !== undefined) copy[each] = walk(name, kind, rest);
      else if (typeof name === 'string')
        copy[each] = replace({ name, title: [kind, called ?? alt ?? thing ?? title].join(' ') });
    }
    return copy;
  };
  return Object.entries(fileFields).reduce<unknown>(
    (value, [keys, kind]) => walk(value, kind, keys.split('.')),
    document,
  ) as Document;
}

/** Whether a name is a path in the folder of the document, and no address. */
export const isPath = (name: string): boolean => !/^(\/|[a-z]+:)/.test(name);

/** Returns the path of a file in an export that is not taken yet, such as `files/logo-acme.jpg`. */
export function createPath(title: string, extension: string, taken: Set<string>): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const stem = words.join('-').slice(0, 60);
  for (let count = 1; ; count += 1) {
    const name = `files/${stem}${count > 1 ? `-${count}` : ''}${extension}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/** Returns the sentence about a file that the event names and its folder does not have, such as `photos/team.jpg`. */
export const describeMissingFile = (file: string) =>
  `${file} is named in the event, but there is no such file`;
