import { useQuery } from '@tanstack/react-query';
import { joinClasses } from '../../lib/classes.ts';
import { statusLabels } from '../../lib/status-labels.ts';
import { applicationCountsQuery } from './applications.api.ts';
import type { ApplicationStatusFilter } from './use-view-state.ts';

/** The statuses that a list can be filtered by, with their labels. */
export const statusChoices = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: statusLabels.pending },
  { value: 'approved', label: statusLabels.approved },
  { value: 'rejected', label: statusLabels.rejected },
] as const satisfies readonly { value: ApplicationStatusFilter; label: string }[];

export function StatusFilterButtons({
  value,
  onChange,
}: {
  value: ApplicationStatusFilter;
  onChange: (next: ApplicationStatusFilter) => void;
}) {
  const { data: counts } = useQuery(applicationCountsQuery);
  return (
    <fieldset className="grid w-full grid-cols-4 gap-1 sm:flex sm:w-auto sm:flex-wrap sm:gap-2">
      <legend className="sr-only">Filter by status</legend>
      {statusChoices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={value === choice.value}
          onClick={() => onChange(choice.value)}
          className={joinClasses(
            'inline-flex min-h-11 flex-col items-center justify-center rounded-lg border-2 text-xs font-semibold sm:min-h-8 sm:flex-row sm:gap-2 sm:rounded-full sm:px-3 sm:text-sm',
            value === choice.value
              ? 'border-edge bg-primary text-on-primary'
              : 'border-hairline bg-surface text-text hover:border-edge',
          )}
        >
          {choice.label}
          <span aria-hidden="true" className="tabular min-w-[1ch] font-mono text-xs opacity-80">
            {counts?.[choice.value] ?? '–'}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
