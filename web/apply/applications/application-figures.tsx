import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { statusLabels } from '../../lib/status-labels.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { applicationCountsQuery } from './applications.api.ts';

const ApplicationCharts = lazyPart(() => import('./application-charts.tsx'), <div className="min-h-64" />);

/** The number of applications by status, and charts of applications and arrivals over time. */
export function ApplicationFigures() {
  const event = useEvent();
  const { data: counts } = useQuery(applicationCountsQuery);
  const totals = [
    ['Total', counts?.all],
    [statusLabels.pending, counts?.pending],
    [statusLabels.approved, counts?.approved],
    [statusLabels.rejected, counts?.rejected],
  ] as const;
  return (
    // In a low window the list keeps its height, and this scrolls.
    <ScrollRegion
      label="Figures"
      className="grid gap-6 lg:min-h-32 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-10 lg:overflow-y-auto"
    >
      <dl className="grid grid-cols-4 content-start gap-x-6 gap-y-4 lg:grid-cols-2">
        {totals.map(([name, count]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="tabular font-display text-2xl font-semibold">
              {count === undefined ? '–' : formatNumber(count, event)}
            </dd>
          </div>
        ))}
      </dl>
      <ApplicationCharts />
    </ScrollRegion>
  );
}
