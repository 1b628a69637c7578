import { judgingTracks } from '../../contract/judging/judging-tracks.ts';
import { toKey } from '../platform/csv-import.ts';
import { parseCsv } from '../platform/parse-csv.ts';
import { InvalidJudgeList, type NewJudge } from './new-judges.ts';

/** The columns by their headings, as `toKey` makes them. */
const headings: Record<string, string> = {
  ...{ name: 'name', fullname: 'name', judge: 'name', judgename: 'name' },
  ...{ username: 'username', login: 'username', track: 'track', rubric: 'track', prize: 'prize' },
};

/**
 * Parses a list of judges, as it is pasted or in a file: columns with the headings name (required), username, track and prize in
 * any order, separated by commas, semicolons or tabs; or one name per line. Throws InvalidJudgeList.
 */
export function parseJudgeList(text: string): NewJudge[] {
  const rows = parseRows(text);
  const columns = (rows[0] ?? []).map((heading) => headings[toKey(heading)] ?? '');
  if (columns.includes('name')) return rows.slice(1).map((row) => toJudge(row, columns));
  if (rows.every((row) => row.length === 1)) return rows.map((row) => toJudge(row, ['name']));
  throw new InvalidJudgeList(
    'The first line must name the columns: name, and optionally username and track.',
  );
}

function parseRows(text: string): string[][] {
  try {
    return parseCsv(text);
  } catch (error) {
    throw new InvalidJudgeList((error as Error).message);
  }
}

function toJudge(row: readonly string[], columns: readonly string[]): NewJudge {
  const at = (column: string) => row[columns.indexOf(column)]?.trim() || undefined;
  const written = at('track')?.toLowerCase();
  const track = judgingTracks.find((each) => each === written);
  if (written !== track)
    throw new InvalidJudgeList(
      `"${written}" is not a track. Use hacker or startup, or leave it empty for both.`,
    );
  return { name: at('name'), username: at('username'), track, prize: at('prize') };
}
