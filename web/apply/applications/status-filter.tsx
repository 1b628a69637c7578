import { useQuery } from '@tanstack/react-query';
import { statusLabels } from '../../lib/status-labels.ts';
import { FilterButtons } from '../../ui/filter-buttons.tsx';
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
    <FilterButtons
      legend="Filter by status"
      filters={statusChoices.map((choice) => ({ ...choice, count: counts?.[choice.value] ?? null }))}
      chosen={value}
      onChoose={onChange}
    />
  );
}
