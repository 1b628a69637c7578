import type { Readable } from 'node:stream';
import { byteOrderMark, formatCsv } from '../../../contract/platform/csv.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { streamZip, toTextEntry, type ZipEntry } from '../../platform/files/zip-stream.ts';
import type { ResumePerson } from './resume-book.queries.ts';

/** Returns the name of somebody's file: letters and digits, and the beginning of the id. */
function toFileName({ name, id }: ResumePerson): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'resume'}-${id.slice(0, 8)}.pdf`;
}

/** Yields `people.csv`, each resume, and what could not be read, which is no reason to withhold the others. */
async function* listEntries(people: readonly ResumePerson[], files: FileStore): AsyncGenerator<ZipEntry> {
  const head = ['Name', 'Email', 'Track', 'Major', 'Checked In', 'File'];
  const rows = people.map((person) => [
    person.name,
    person.email,
    person.track,
    person.major,
    { plain: person.checkedIn ? 'Yes' : 'No' },
    toFileName(person),
  ]);
  yield toTextEntry('people.csv', () => byteOrderMark + formatCsv([head, ...rows]));
  const missing: string[] = [];
  for (const person of people) {
    const stored = await files.read(person.key).catch(() => undefined);
    if (stored) yield { name: `resumes/${toFileName(person)}`, content: () => stored, compress: false };
    else missing.push(person.name);
  }
  if (missing.length > 0)
    yield toTextEntry('missing.txt', () => `These resumes could not be read:\n${missing.join('\n')}\n`);
}

/** Returns the resumes of people as a zip, with a list of them, that is written while it is sent. */
export function zipResumes(people: readonly ResumePerson[], files: FileStore): Readable {
  return streamZip(listEntries(people, files));
}
