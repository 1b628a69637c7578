import ChevronDown from 'lucide:chevron-down';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import type { ApplicationSort } from '../../../contract/apply/applications-admin.ts';
import type { QuestionType } from '../../../contract/apply/question-types.ts';
import { formatAgo, formatDateTime } from '../../../contract/platform/format.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { Button } from '../../ui/button.tsx';
import { Checkboxes } from '../../ui/checkboxes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { removedText, StatusPill } from '../../ui/status-pill.tsx';
import { applicationDetailsQuery, type fetchApplicationDetails } from './applications.api.ts';
import { listExportColumns } from './export-columns.ts';
import { describePlace } from './places/describe-place.ts';
import { RatingMark } from './reviews/rating-mark.tsx';
import type { ApplicationRows } from './use-application-rows.ts';

type Details = Awaited<ReturnType<typeof fetchApplicationDetails>>;

export interface TableColumn {
  header: string;
  /** Tailwind classes that set how wide it is, the same in the head and in each row. */
  width: string;
  cell: (application: Application) => ReactNode;
  /** The sort orders that a click on its head goes through. */
  sorts?: readonly ApplicationSort[];
  /** Shown only once it is chosen. */
  isExtra?: boolean;
}

const wide = 'flex-[1.2_1_0]';
const narrow = 'w-24 shrink-0';
/** The questions of student leagues whose answers the first column has. */
const nameQuestions = new Set(['first-name', 'last-name']);
/** Questions whose answers fit a column. */
const shortTypes = new Set<QuestionType>(['school', 'country', 'choice', 'text', 'number', 'date']);

/** Returns all columns of the table; two questions that somebody answered are shown without choosing. `isOn` fetches teams and answers. */
export function useTableColumns(list: ApplicationRows, isOn: boolean): readonly TableColumn[] {
  const event = useEvent();
  const details = useQueries({
    queries: isOn ? list.pages.map((rows) => applicationDetailsQuery(rows.map(({ _id }) => _id))) : [],
    combine: (results): Details => new Map(results.flatMap(({ data }) => [...(data ?? [])])),
  });
  const hasPlaces = list.pages.some((rows) => rows.some(({ place }) => place));
  return useMemo(() => {
    const questions = event?.questions ?? [];
    const answered = new Set(
      [...details.values()].flatMap(({ answers = [] }) =>
        answers.filter(({ sensitive }) => !sensitive).map(({ id }) => id),
      ),
    );
    const usual = questions
      .filter(({ id, type }) => shortTypes.has(type) && answered.has(id) && !nameQuestions.has(id))
      .slice(0, 2);
    const columns: TableColumn[] = [
      {
        header: 'Name',
        width: 'flex-[2_1_0]',
        cell: ({ user, major }) => (
          <>
            <span className="block truncate leading-tight font-semibold">{formatName(user.name)}</span>
            <span className="block truncate text-xs/tight text-muted">{user.email ?? major}</span>
          </>
        ),
      },
      {
        header: 'Status',
        width: narrow,
        cell: (application) => (
          <StatusPill
            status={application.status}
            text={removedText(application)}
            className="py-0 text-xs/snug"
          />
        ),
      },
      { header: 'Track', width: wide, cell: ({ track }) => track, sorts: ['track'] },
      ...questions.map((question) => ({
        header: question.label,
        width: wide,
        isExtra: !usual.includes(question),
        cell: ({ _id }: Application) =>
          details.get(_id)?.answers?.find((answer) => answer.id === question.id && !answer.sensitive)?.value,
      })),
      {
        header: 'Rating',
        width: narrow,
        cell: ({ rating }) => rating && <RatingMark rating={rating} rank={undefined} />,
        sorts: ['rating'],
      },
      { header: 'Team', width: wide, cell: ({ _id }) => details.get(_id)?.team },
      ...(hasPlaces
        ? [{ header: 'Place', width: wide, cell: (one: Application) => describePlace(one, event) }]
        : []),
      {
        header: 'Checked in',
        width: 'w-36 shrink-0',
        cell: ({ checkedInAt }) => checkedInAt && formatDateTime(checkedInAt, event),
      },
      {
        header: 'Applied',
        width: narrow,
        cell: ({ createdAt }) => <time dateTime={createdAt}>{formatAgo(createdAt, event)}</time>,
        sorts: ['newest', 'oldest'],
      },
    ];
    const known = new Set(['Email', ...columns.map(({ header }) => header)]);
    const exported = listExportColumns(details, event ?? { checkpoints: [] }, hasPlaces);
    return [
      ...columns,
      ...exported
        .filter(([header]) => !known.has(header))
        .map(([header, cell]) => ({ header, width: wide, isExtra: true, cell })),
    ];
  }, [event, details, hasPlaces]);
}

interface ColumnChoiceProps {
  columns: readonly TableColumn[];
  shown: readonly string[];
  onChange: (headers: string[] | undefined) => void;
}

/** A button that opens the choice of columns, for the table and the export. */
export function ColumnChoice({ columns, shown, onChange }: ColumnChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link min-h-8" onClick={() => setOpen(true)}>
        Columns
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Columns"
        description="On this device, in the table and in what you export."
        footer={
          <Button variant="ghost" onClick={() => onChange(undefined)}>
            The usual columns
          </Button>
        }
      >
        <fieldset className="grid gap-x-6 sm:grid-cols-2">
          <legend className="sr-only">Columns</legend>
          <Checkboxes
            options={columns.slice(1).map(({ header }) => ({ value: header, label: header }))}
            chosen={shown}
            onChange={onChange}
          />
        </fieldset>
      </Dialog>
    </>
  );
}

interface TableHeadProps {
  columns: readonly TableColumn[];
  sort: ApplicationSort;
  onSort: (sort: ApplicationSort) => void;
}

/** The headings of the columns; sortable ones are buttons. */
export function TableHead({ columns, sort, onSort }: TableHeadProps) {
  return (
    <div className="flex min-h-9 items-center gap-3 overflow-hidden border-b [scrollbar-gutter:stable] border-hairline pr-3 pl-11.5 text-sm font-semibold text-muted">
      {columns.map(({ header, width, sorts }) => {
        const isSorted = sorts?.includes(sort) ?? false;
        const next = sorts?.[(sorts.indexOf(sort) + 1) % sorts.length];
        return (
          <span key={header} className={joinClasses('min-w-0 truncate', width)} title={header}>
            {next ? (
              <button
                type="button"
                aria-pressed={isSorted}
                className={joinClasses(
                  'inline-flex min-h-8 items-center gap-1 hover:text-text',
                  isSorted && 'text-text',
                )}
                onClick={() => onSort(next)}
              >
                {header}
                {isSorted && (
                  <ChevronDown size={16} className={joinClasses(sort === 'oldest' && 'rotate-180')} />
                )}
              </button>
            ) : (
              header
            )}
          </span>
        );
      })}
    </div>
  );
}
