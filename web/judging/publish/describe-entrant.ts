import type { RankedEntry } from '../../../contract/judging/results.ts';

/** Returns "table 7", unless the name says it already. */
export function describeTable({ name, table }: Pick<RankedEntry, 'name' | 'table'>): string | undefined {
  return table === null || name === `Table ${table}` ? undefined : `table ${table}`;
}

/** Returns what tells apart entries of the same name: the team, its people, and the table. */
export function describeEntrant(
  entry: Pick<RankedEntry, 'name' | 'table' | 'people'> & { team?: string | null },
): string {
  return [entry.team, entry.people.join(', '), describeTable(entry)].filter(Boolean).join(' · ');
}
