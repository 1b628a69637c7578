import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { EventError, parseEvent } from './event-document.ts';
import { findFileKind } from './event-file-check.ts';
import { describeMissingFile, isPath, replaceFiles } from './event-files.ts';

/** An event as `event.json` with files beside it. */
export type EventFolder = Awaited<ReturnType<typeof readEventFolder>>;

async function readJson(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new EventError(`${file} cannot be read (${error.code}).`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EventError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/**
 * Reads and checks the event of a folder. Returns it with the paths of the files that it names, by the addresses that they
 * have in the event until they are stored. Throws EventError, naming every mistake and every file that is missing.
 */
export async function readEventFolder(folder: string) {
  const document = await readJson(path.join(folder, 'event.json'));
  const addresses = new Map<string, string>();
  const parsed = parseEvent(
    replaceFiles(document, ({ name }) => {
      if (!isPath(name)) return name;
      const number = String(addresses.size + 1).padStart(12, '0');
      if (!addresses.has(name)) addresses.set(name, `/api/pictures/00000000-0000-0000-0000-${number}`);
      return addresses.get(name)!;
    }),
  );
  const isThere = (name: string) => {
    const file = path.resolve(folder, name);
    return file.startsWith(path.resolve(folder) + path.sep) && existsSync(file);
  };
  const wrong = 'mistakes' in parsed ? parsed.mistakes : [];
  const unknown: string[] = [];
  for (const name of addresses.keys())
    if (isThere(name) && !(await findFileKind(path.join(folder, name))))
      unknown.push(`${name} is not a picture, film, captions or font`);
  const mistakes = [
    ...wrong.map(({ sentence }) => sentence),
    ...[...addresses.keys()].filter((name) => !isThere(name)).map(describeMissingFile),
    ...unknown,
  ];
  if ('mistakes' in parsed || mistakes.length > 0) throw new EventError(mistakes.join('\n'));
  const files = new Map([...addresses].map(([name, address]) => [address, name]));
  return { folder, event: parsed.event, files };
}
