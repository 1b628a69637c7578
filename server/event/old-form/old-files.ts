import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EventDocument } from '../../../contract/event/event.ts';
import { isUploaded } from '../../../contract/event/event-values.ts';
import { replaceFiles } from '../event-files.ts';

/** The film of the default event, which the program still serves at the same address, with its SHA-256 in base64url. */
const films: Record<string, string> = {
  'films/clozyt.jpg': 'HPC1soga6TmeVvDJH61w63gZ5YbFcCiqUquaEVgdn1k',
  'films/clozyt.mp4': 'JlrFd6xAQA9qa4khqvqN_kQ3KWln2swlMaaz-7YBFkE',
  'films/clozyt.vtt': 'p3ah7pEHPG3cLlxtYJxHrAoew5y9IQRguBvPaOsx3VM',
};

/** The folders in which 0.1.0 had files, by how `replaceFiles` calls them; a film was named by its address. */
const folders: Record<string, string> = {
  photo: 'photos',
  schedule: 'photos',
  logo: 'sponsors',
  font: 'fonts',
};

/**
 * Returns a document in which `replace` names each file of the folder anew, called with the file's path in the folder, such
 * as `photos/team.jpg`. Undefined leaves a name as it is.
 */
export function replaceOldFiles(document: EventDocument, replace: (file: string) => string | undefined) {
  return replaceFiles(document, ({ name, title }) => {
    const folder = folders[title.split(' ')[0]!];
    if (folder) return isUploaded(name) ? name : (replace(`${folder}/${name}`) ?? name);
    return name.startsWith('/films/') ? (replace(name.slice(1)) ?? name) : name;
  });
}

/** Lists the files that a document names, by their path in the folder. */
export function listNamedFiles(document: EventDocument): string[] {
  const names = new Set<string>();
  replaceOldFiles(document, (file) => void names.add(file));
  return [...names];
}

/** Finds a file of the event in one of the folders; undefined also for a film that the program itself still has. */
export function findEventFile(folders: string[], file: string): string | undefined {
  const found = folders.map((folder) => path.join(folder, file)).find((candidate) => existsSync(candidate));
  const isOfProgram =
    found &&
    file in films &&
    createHash('sha256').update(readFileSync(found)).digest('base64url') === films[file];
  return isOfProgram ? undefined : found;
}

export const isFileOfProgram = (file: string) => file in films;
