import { parseCsv } from './csv.ts';
import { InvalidJudgeList, type NewJudge } from './judges.service.ts';

/**
 * The judges of a list: a CSV with the columns name, username and track in any order, of which only name must be there, or
 * one name a line. Throws Unwanted with what cannot be understood.
 */
export function parseJudgeList(text: string): NewJudge[] {
  const rows = readable(text);
  const columns = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  if (columns.includes('name')) return rows.slice(1).map((row) => wanted(row, columns));
  if (rows.every((row) => row.length === 1)) return rows.map((row) => wanted(row, ['name']));
  throw new InvalidJudgeList('The first line must name the columns: name, and maybe username, track.');
}

function readable(text: string): string[][] {
  try {
    return parseCsv(text);
  } catch (error) {
    throw new InvalidJudgeList((error as Error).message);
  }
}

function wanted(row: readonly string[], columns: readonly string[]): NewJudge {
  const at = (column: string) => row[columns.indexOf(column)]?.trim() || undefined;
  const track = at('track')?.toLowerCase();
  if (track !== undefined && track !== 'hacker' && track !== 'startup')
    throw new InvalidJudgeList(`"${track}" is no track: hacker, startup, or nothing for both.`);
  return { name: at('name'), username: at('username'), track };
}
