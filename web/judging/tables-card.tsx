import { useState } from 'react';
import type { JudgingProgress, TableParties, TableProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { formatCount } from '../../contract/platform/format.ts';
import { createWordFilter } from '../../packages/text/fold-text.ts';
import { joinClasses } from '../lib/classes.ts';
import { useEvent } from '../lib/event.api.ts';
import { ask } from '../ui/ask.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, Form, Input } from '../ui/field.tsx';
import { FilterButtons } from '../ui/filter-buttons.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { EmptyState } from '../ui/page-states.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { useAssignTables, useMoveTable, useRetireTables, useSendTableEmails } from './judging-admin.api.ts';
import MoveScores, { TableNumber } from './move-scores.tsx';

const wanted = limits.judging.scoresPerTeam;
/** Up to this number, tables are shown with their names. */
const mostNamed = 40;
const isInUse = ({ known, retired }: TableProgress) => known && !retired;

const filters = {
  All: ({ retired }: TableProgress) => !retired,
  'Not scored': (table: TableProgress) => isInUse(table) && table.judges.length === 0,
  'Needs more': (table: TableProgress) =>
    isInUse(table) && table.judges.length > 0 && table.judges.length < wanted,
  Done: (table: TableProgress) => isInUse(table) && table.judges.length >= wanted,
  'Nobody there': (table: TableProgress) => isInUse(table) && table.unattended === true,
  Retired: ({ retired }: TableProgress) => retired === true,
  'Unknown table': ({ known }: TableProgress) => !known,
} as const;
type Filter = keyof typeof filters;
const names = Object.keys(filters) as Filter[];

/** Every table and how many judges have scored it. Numbers that no table has are marked: they were mistyped. */
export function TablesCard({ progress, onPrint }: { progress: JudgingProgress; onPrint: () => void }) {
  const { tables } = progress;
  const [filter, setFilter] = useState<Filter>('All');
  const [term, setTerm] = useState('');
  const [opened, setOpened] = useState<TableProgress>();
  const [isNamed, setNamed] = useState(false);
  const retire = useRetireTables();
  const matches = createWordFilter(term);
  const shown = tables.filter(
    (table) =>
      filters[filter](table) && (String(table.teamNumber) === term.trim() || matches(table.teamName)),
  );
  const isGrid = !isNamed && shown.length > mostNamed;
  const actions = <TableActions progress={progress} onPrint={onPrint} />;
  if (tables.length === 0)
    return (
      <Card title="Tables">
        <EmptyState
          text={
            progress.hasCheckIns
              ? 'No tables are numbered yet. Each team or solo hacker with someone checked in gets a number and keeps it.'
              : 'No tables are numbered yet. Nobody is checked in, so each approved team and solo hacker gets a number and keeps it.'
          }
          action={actions}
        />
      </Card>
    );
  return (
    <Card title="Tables" aside={actions}>
      <div className="mb-4 grid gap-2">
        <Input
          type="search"
          aria-label="Search tables"
          placeholder="Number or team"
          value={term}
          onValueChange={setTerm}
        />
        {shown.length > mostNamed && (
          <Checkbox label="Show the names" checked={isNamed} onCheckedChange={setNamed} />
        )}
        <FilterButtons
          filters={names
            .map((name) => ({ value: name, label: name, count: tables.filter(filters[name]).length }))
            .filter(({ value, count }) => value === 'All' || value === filter || count > 0)}
          chosen={filter}
          onChoose={setFilter}
        />
        {filter === 'Nobody there' && shown.length > 0 && (
          <p className="flex flex-wrap items-center gap-3 text-sm">
            Nobody at these tables is checked in. A retired table keeps its number and is no longer suggested.
            <Button
              size="compact"
              variant="secondary"
              busy={retire.isPending}
              onClick={() =>
                retire.mutate({ body: { numbers: shown.map(({ teamNumber }) => teamNumber), retired: true } })
              }
            >
              Retire {shown.length === 1 ? 'this table' : `these ${shown.length} tables`}
            </Button>
          </p>
        )}
      </div>
      {shown.length === 0 && <EmptyState text="No tables match." />}
      <ul
        className={
          isGrid
            ? 'grid grid-cols-[repeat(auto-fill,minmax(3.25rem,1fr))] gap-1.5'
            : 'grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]'
        }
      >
        {shown.map((table) => (
          <Tile
            isSmall={isGrid}
            key={`${table.track} ${table.teamNumber}`}
            table={table}
            onOpen={() => setOpened(table)}
          />
        ))}
      </ul>
      {opened && <TableDialog table={opened} tables={tables} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

function describe({ known, judges, absent, retired, unattended }: TableProgress): string {
  if (!known) return `Unknown table: ${judges.join(', ')}`;
  const notes = [retired && 'retired', absent && 'absent', unattended && 'nobody checked in'].filter(Boolean);
  return [`${judges.length} of ${wanted} judges`, ...notes].join(', ');
}

interface TileProps {
  table: TableProgress;
  /** A number without its name. */
  isSmall: boolean;
  onOpen: () => void;
}

/** Colors of a small tile by its number of scores; the marks below the number say the same. */
const shades = [
  'bg-rejected-bg text-rejected',
  'bg-pending-bg text-pending',
  'bg-surface-2 text-text',
  'bg-approved-bg text-approved',
];

function Tile({ table, isSmall, onOpen }: TileProps) {
  const { teamNumber, teamName, known, judges, retired } = table;
  const marks = (
    <span className="flex gap-1" aria-hidden="true">
      {Array.from({ length: wanted }, (_, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks differ by position only.
          key={at}
          className={joinClasses(
            'rounded-full border-2',
            isSmall ? 'size-2 border-current' : 'size-2.5 border-edge',
            at < judges.length && (isSmall ? 'bg-current' : 'bg-primary'),
          )}
        />
      ))}
    </span>
  );
  const content = isSmall ? (
    <>
      <span className="font-mono text-sm font-semibold">{teamNumber}</span>
      {marks}
      <span className="sr-only">
        {teamName}, {describe(table)}
      </span>
    </>
  ) : (
    <>
      <span className="flex items-center justify-between gap-2">
        <span className="font-mono font-semibold">{teamNumber}</span>
        {marks}
      </span>
      <span className={joinClasses('truncate text-sm', retired && 'line-through')} title={teamName}>
        {teamName}
      </span>
      <span className="text-xs text-muted" title={judges.join(', ')}>
        {describe(table)}
      </span>
    </>
  );
  const classes = joinClasses(
    'grid w-full gap-1 rounded-md border',
    isSmall ? 'min-h-12 place-items-center content-center' : 'content-start p-3 text-left',
    known ? 'border-hairline' : 'border-2 border-warning',
    isSmall ? shades[Math.min(wanted, judges.length)] : judges.length >= wanted && 'bg-surface-2',
  );
  const hover = isSmall ? `${teamName}: ${describe(table)}` : undefined;
  return (
    <li className="grid min-w-0">
      <button
        type="button"
        title={hover}
        className={joinClasses(classes, 'hover:border-edge')}
        onClick={onOpen}
      >
        {content}
      </button>
    </li>
  );
}

interface TableDialogProps {
  table: TableProgress;
  tables: readonly TableProgress[];
  onClose: () => void;
}

/** One table, or a mistyped number: who has scored it, moving its team or its scores to another number, retiring it. */
function TableDialog({ table, tables, onClose }: TableDialogProps) {
  const { teamNumber, teamName, known, judges, scores, retired, unattended } = table;
  const findTable = (number: number) =>
    tables.find((each) => each.known && each.teamNumber === number && number !== teamNumber);
  const [to, setTo] = useState('');
  const retire = useRetireTables();
  const move = useMoveTable();
  const number = Number(to);
  const isNumber = Number.isInteger(number) && number >= 1 && number <= limits.judging.maxTeamNumber;
  const other = findTable(number);
  const submit = () => {
    if (isNumber && number !== teamNumber)
      move.mutate({ body: { from: teamNumber, to: number } }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={known ? `Table ${teamNumber}: ${teamName}` : `No table: ${teamNumber}, ${teamName}`}
      description={
        judges.length > 0 ? `Scored by ${judges.join(', ')}.` : 'No judge has scored this table yet.'
      }
      footer={
        known && (
          <Button
            variant="secondary"
            busy={retire.isPending}
            onClick={() =>
              retire.mutate({ body: { numbers: [teamNumber], retired: !retired } }, { onSettled: onClose })
            }
          >
            {retired ? 'Restore table' : 'Retire table'}
          </Button>
        )
      }
    >
      {unattended && <p>Nobody at this table is checked in.</p>}
      {scores.length > 0 ? (
        <>
          {known && (
            <p className="text-sm text-muted">
              Scores belong to the number, so this team stays at its table.
            </p>
          )}
          <MoveScores
            ids={scores}
            from={teamNumber}
            getName={(at) => findTable(at)?.teamName}
            {...(known && { listIds: (at) => findTable(at)?.scores ?? [] })}
            onMoved={onClose}
          />
        </>
      ) : (
        !retired && (
          <Form onSubmit={submit} className="grid gap-3" noValidate>
            <TableNumber
              label="Move to table"
              hint={
                other
                  ? `${other.teamName} is there and gets table ${teamNumber}.`
                  : 'If the number is taken, the two teams swap tables.'
              }
              value={to}
              onChange={setTo}
              action={move}
              disabled={!isNumber || number === teamNumber}
              confirmLabel={other ? 'Swap tables' : 'Move table'}
            />
          </Form>
        )
      )}
    </Dialog>
  );
}

interface NumberTablesProps {
  progress: JudgingProgress;
  onClose: () => void;
}

/** Asks who gets a number: one place for everybody without one. */
function NumberTables({ progress: { hasCheckIns, unnumbered }, onClose }: NumberTablesProps) {
  const event = useEvent();
  const assign = useAssignTables();
  const [who, setWho] = useState<TableParties>(hasCheckIns ? 'checked-in' : 'approved');
  const options: { value: TableParties; label: string }[] = [
    ...(hasCheckIns ? [{ value: 'checked-in' as const, label: `Checked in (${unnumbered.checkedIn})` }] : []),
    { value: 'approved', label: `Approved (${unnumbered.approved})` },
    ...(event?.projects
      ? [{ value: 'submitted' as const, label: `Submitted a project (${unnumbered.submitted})` }]
      : []),
  ];
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={() => assign.mutate(who, { onSuccess: onClose })}
      action={assign}
      confirmLabel="Number tables"
      title="Number tables"
      description="Teams and single people without a number get one. Numbers that are given stay."
    >
      <RadioChips
        legend="Who gets one"
        name="who"
        options={options}
        value={who}
        onValueChange={(value) => setWho(value as TableParties)}
      />
    </FormDialog>
  );
}

function TableActions({ progress, onPrint }: { progress: JudgingProgress; onPrint: () => void }) {
  const { hasCheckIns, unnumbered, notEmailed, tables } = progress;
  const [numbering, setNumbering] = useState(false);
  const send = useSendTableEmails();
  const question = {
    title: 'Email table numbers?',
    body: `Everybody at ${formatCount(notEmailed, 'table')} gets an email with the number of their table. Nobody gets the same number twice.`,
    confirmLabel: 'Send emails',
  };
  const waiting = hasCheckIns ? unnumbered.checkedIn : unnumbered.approved;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {tables.length > 0 && waiting > 0 && (
        <span className="text-sm text-warning">
          {waiting} {hasCheckIns ? 'arrived' : 'approved'} without a number
        </span>
      )}
      <Button variant="secondary" onClick={() => setNumbering(true)}>
        Number tables
      </Button>
      {numbering && <NumberTables progress={progress} onClose={() => setNumbering(false)} />}
      <Menu
        label="More"
        name="More for tables"
        variant="ghost"
        items={[
          { label: 'Print list', disabled: tables.length === 0, onSelect: onPrint },
          {
            label: 'Email table numbers',
            disabled: notEmailed === 0,
            onSelect: () => void ask(question, () => send.mutateAsync()),
          },
        ]}
      />
    </div>
  );
}
