import { useQuery } from '@tanstack/react-query';
import { joinClasses } from '../lib/classes.ts';
import { applicationCountsQuery } from './applications.api.ts';
import type { ApplicationStatusFilter } from './use-view-state.ts';

const choices: readonly { value: ApplicationStatusFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];

/** Buttons that filter the list by status, each with its count. */
export function StatusFilterButtons({
  value,
  onChange,
}: {
  value: ApplicationStatusFilter;
  onChange: (next: ApplicationStatusFilter) => void;
}) {
  const { data: counts } = useQuery(applicationCountsQuery);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Filter by status</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={value === choice.value}
          onClick={() => onChange(choice.value)}
          className={joinClasses(
            'inline-flex min-h-11 items-center gap-2 rounded-full border-2 px-4 text-sm font-semibold sm:min-h-9',
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
