import { useQuery } from '@tanstack/react-query';
import type { getApplicationStatistics } from '../../../contract/apply/applications-admin.ts';
import { byteOrderMark, formatCsv } from '../../../contract/platform/csv.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { formatDateTime, formatDay, formatTime } from '../../../contract/platform/format.ts';
import { describeDiet } from '../../lib/detail-options.ts';
import { downloadCsv } from '../../lib/download.ts';
import { useEvent } from '../../lib/event.api.ts';
import { statusLabels } from '../../lib/status-labels.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { Button } from '../../ui/button.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { CsvSeparator } from '../../ui/csv-separator.tsx';
import { Skeleton } from '../../ui/page-states.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { applicationCountsQuery, applicationStatisticsQuery } from './applications.api.ts';

const statuses = ['pending', 'approved', 'rejected'] as const;

/** Returns the total up to each of the counts. */
function toRunningTotals(counts: readonly number[]): number[] {
  let total = 0;
  return counts.map((count) => {
    total += count;
    return total;
  });
}

const tenMinutes = 600_000;
const maxSteps = 288;

/** Returns the running total of arrivals every ten minutes, from the first to the last, for at most two days. */
function toArrivalCurve(arrivals: readonly { at: string; count: number }[]) {
  const counts = new Map(arrivals.map(({ at, count }) => [Date.parse(at), count]));
  const first = Math.min(...counts.keys());
  const last = Math.min(Math.max(...counts.keys()), first + maxSteps * tenMinutes);
  const times: string[] = [];
  const total: number[] = [];
  for (let at = first; at <= last; at += tenMinutes) {
    times.push(new Date(at).toISOString());
    total.push((total.at(-1) ?? 0) + (counts.get(at) ?? 0));
  }
  return { times, total };
}

export default function ApplicationCharts() {
  const { data } = useLiveQuery(applicationStatisticsQuery, 'check-ins');
  const { data: counts } = useQuery(applicationCountsQuery);
  const event = useEvent();
  if (!data) return <Skeleton text="Loading figures..." />;
  const curve = toArrivalCurve(data.arrivals);
  const isOneDay = new Set(curve.times.map((at) => formatDay(at, event))).size < 2;
  const formatArrival = isOneDay ? formatTime : formatDateTime;
  // Also those who came after the two days of the curve.
  const arrived = data.arrivals.reduce((total, { count }) => total + count, 0);
  const share = counts && counts.approved > 0 ? Math.round((arrived / counts.approved) * 100) : 0;
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2 2xl:grid-cols-[minmax(0,28rem)_minmax(0,28rem)_minmax(0,1fr)]">
      <LineChart
        title="Applications over time"
        labels={data.days.map(({ day }) => formatDay(day, { ...event, timezone: 'UTC' }))}
        series={statuses.map((status) => ({
          name: statusLabels[status],
          status,
          values: toRunningTotals(data.days.map((day) => day[status])),
        }))}
      />
      <LineChart
        title="Arrivals"
        summary={`${arrived} checked in, ${share}% of those approved`}
        labels={curve.times.map((at) => formatArrival(at, event))}
        series={[{ name: 'Checked in', values: curve.total }]}
      />
      <Totals data={data} />
    </div>
  );
}

type Statistics = ResponseOf<typeof getApplicationStatistics>;

function Totals({ data: { shirts, diets, coming, answers = [] } }: { data: Statistics }) {
  const attendance = [
    { value: 'Yes', count: coming.yes },
    { value: 'No', count: coming.no },
    { value: 'No answer', count: coming.silent },
  ];
  const groups = [
    { title: 'Are they coming?', rows: attendance },
    { title: 'T-shirts', rows: shirts },
    { title: 'Diets and allergies', rows: diets },
    ...answers.flatMap(({ label, values }) => (values.length > 0 ? [{ title: label, rows: values }] : [])),
  ];
  const download = () =>
    downloadCsv(
      'totals.csv',
      `${byteOrderMark}${formatCsv([
        ['Of approved people', '', 'Count'],
        ...groups.flatMap(({ title, rows }) => rows.map(({ value, count }) => [title, value, count])),
      ])}`,
    );
  return (
    <section
      aria-label="Totals of approved people"
      className="grid content-start gap-x-8 gap-y-4 lg:col-span-2 lg:grid-cols-3 2xl:col-span-1"
    >
      <p className="text-sm text-muted lg:col-span-3">Totals of approved people</p>
      {groups.map(({ title, rows }) => (
        <div key={title} className="min-w-0">
          <h2 className="text-base">{title}</h2>
          <ScrollRegion label={title} className="max-h-40 overflow-y-auto">
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 text-sm">
              {rows.map(({ value, count }) => (
                <div key={value} className="contents">
                  <dt className="break-words">{describeDiet(value)}</dt>
                  <dd className="tabular text-right font-semibold">{count}</dd>
                </div>
              ))}
            </dl>
          </ScrollRegion>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-4 lg:col-span-3">
        <Button size="sm" variant="secondary" onClick={download}>
          Export totals
        </Button>
        <CsvSeparator />
      </div>
    </section>
  );
}
