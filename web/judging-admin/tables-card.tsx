import { useState } from 'react';
import type { TableProgress } from '../../contract/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { joinClasses } from '../lib/classes.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useAssignTables } from './judging-admin.api.ts';

const wanted = limits.judging.scoresPerTeam;

const filters = {
  All: () => true,
  'Not scored': ({ known, judges }: TableProgress) => known && judges.length === 0,
  'Needs more': ({ known, judges }: TableProgress) => known && judges.length > 0 && judges.length < wanted,
  Done: ({ known, judges }: TableProgress) => known && judges.length >= wanted,
  'Unknown table': ({ known }: TableProgress) => !known,
} as const;
type Filter = keyof typeof filters;
const names = Object.keys(filters) as Filter[];

/** Every table and how many judges have scored it. Numbers that no table has are marked: they were mistyped. */
export function TablesCard({ tables }: { tables: readonly TableProgress[] }) {
  const [filter, setFilter] = useState<Filter>('All');
  const counts = new Map(names.map((name) => [name, tables.filter(filters[name]).length]));
  const shown = tables.filter(filters[filter]);
  if (tables.length === 0)
    return (
      <Card title="Tables">
        <EmptyState
          text="The tables have no numbers yet. Every approved team and solo hacker gets one, which never changes."
          action={<AssignTablesButton />}
        />
      </Card>
    );
  return (
    <Card title="Tables" aside={<AssignTablesButton />}>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">Filter</legend>
        {names
          .filter((name) => name === 'All' || name === filter || (counts.get(name) ?? 0) > 0)
          .map((name) => (
            <Button
              key={name}
              size="sm"
              className="min-h-11 rounded-full"
              variant={name === filter ? 'primary' : 'secondary'}
              aria-pressed={name === filter}
              onClick={() => setFilter(name)}
            >
              {name} <span className="tabular font-mono font-normal">{counts.get(name)}</span>
            </Button>
          ))}
      </fieldset>
      {shown.length === 0 && <EmptyState text="No tables match." />}
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]">
        {shown.map((table) => (
          <Tile key={`${table.track} ${table.teamNumber}`} table={table} />
        ))}
      </ul>
    </Card>
  );
}

function Tile({ table: { teamNumber, teamName, known, judges, absent } }: { table: TableProgress }) {
  return (
    <li
      className={joinClasses(
        'grid content-start gap-1 rounded-md border p-3',
        known ? 'border-hairline' : 'border-2 border-warning',
        judges.length >= wanted && 'bg-surface-2',
      )}
    >
      <p className="flex items-center justify-between gap-2">
        <span className="font-mono font-semibold">{teamNumber}</span>
        <span className="flex gap-1" aria-hidden="true">
          {Array.from({ length: wanted }, (_, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the marks differ by position only.
              key={at}
              className={joinClasses(
                'size-2.5 rounded-full border-2 border-edge',
                at < judges.length && 'bg-primary',
              )}
            />
          ))}
        </span>
      </p>
      <p className="truncate text-sm" title={teamName}>
        {teamName}
      </p>
      <p className="text-xs text-muted" title={judges.join(', ')}>
        {known ? `${judges.length} of ${wanted} judges` : `Unknown table: ${judges.join(', ')}`}
        {absent && ', absent'}
      </p>
    </li>
  );
}

function AssignTablesButton() {
  const assign = useAssignTables();
  return (
    <Button variant="secondary" busy={assign.isPending} onClick={() => assign.mutate()}>
      Number tables
    </Button>
  );
}
