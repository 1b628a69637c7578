import { readFileSync } from 'node:fs';
import { matrixCases } from './authz-cases.ts';
import type { MatrixCase } from './authz-requests.ts';
import { calls } from './calls.ts';
import { type Column, columns } from './world.ts';

/** A line of `authz-matrix.txt`. */
export interface MatrixRow {
  /** The name of its call or of its case. */
  name: string;
  /** The call of the contract that the row is about; a row about anything else says what it sends in its case. */
  call?: string;
  case: MatrixCase;
  expect: Record<Column, string>;
}

export const matrixRows: MatrixRow[] = readFileSync(new URL('authz-matrix.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^[^#\s]/.test(line))
  .map(parseRow);

/** Throws when a line has not one cell for each column. */
function parseRow(line: string): MatrixRow {
  const [name = '', cells = ''] = line.split('|').map((part) => part.trim());
  const [call = ''] = name.split(' ');
  const answers = cells.split(/\s+/);
  if (answers.length !== columns.length) throw new Error(`Not ${columns.length} cells: ${line}`);
  return {
    name,
    ...(calls[call] && { call }),
    case: matrixCases[name] ?? {},
    expect: Object.fromEntries(columns.map((column, at) => [column, answers[at]])) as MatrixRow['expect'],
  };
}
