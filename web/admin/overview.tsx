import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../contract/format.ts';
import { useEvent } from '../lib/event.api.ts';
import { useLiveQuery } from '../lib/use-live-query.ts';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { applicationCountsQuery, applicationStatisticsQuery } from './applications.api.ts';
import { toArrivalCurve, toCumulative } from './overview-figures.ts';

/** Charts of applications and arrivals over time. */
export default function Overview() {
  const { data } = useLiveQuery(applicationStatisticsQuery, 'check-ins');
  const { data: counts } = useQuery(applicationCountsQuery);
  const event = useEvent();
  if (!data) return <Skeleton text="Loading figures..." />;
  const growth = toCumulative(data.days);
  const curve = toArrivalCurve(data.arrivals);
  const arrived = curve.total.at(-1) ?? 0;
  const share = counts && counts.approved > 0 ? Math.round((arrived / counts.approved) * 100) : 0;
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <LineChart
        title="Applications over time"
        labels={growth.labels}
        series={[
          { name: 'Pending', values: growth.pending },
          { name: 'Approved', values: growth.approved },
          { name: 'Rejected', values: growth.rejected },
        ]}
      />
      <LineChart
        title="Arrivals"
        summary={`${arrived} checked in, ${share}% of those approved`}
        labels={curve.times.map((at) => formatTime(at, event))}
        series={[{ name: 'Checked in', values: curve.total }]}
      />
    </div>
  );
}
