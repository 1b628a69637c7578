import { useId, useState } from 'react';
import type { ApplicationStatus } from '../../../contract/apply/applications.ts';
import { ScrollRegion } from '../scroll-region.tsx';

interface Series {
  name: string;
  /** One value for each label. */
  values: readonly number[];
  /** Draws the line in the color of a status. */
  status?: ApplicationStatus;
}

const [width, height, left, bottom, top] = [560, 220, 36, 26, 10];
// Distinguished by dashes and by color.
const dashes = ['', '[stroke-dasharray:7_4]', '[stroke-dasharray:2_4]', '[stroke-dasharray:12_3_2_3]'];
const colors = ['stroke-primary', 'stroke-accent', 'stroke-success', 'stroke-muted'];
const statusColors: Record<ApplicationStatus, string> = {
  pending: 'stroke-pending',
  approved: 'stroke-approved',
  rejected: 'stroke-rejected',
};

function getStroke({ status }: Series, position: number): string {
  const color = status ? statusColors[status] : colors[position % colors.length];
  return `${color} ${dashes[position % dashes.length]}`;
}

// A thousand is 1K: there is little room beside the lines.
const short = new Intl.NumberFormat('en', { notation: 'compact' });

/** Returns round steps from 0 up to at least `max`, about `count` of them: `[0, 20, 40, 60]`. */
function listTicks(max: number, count = 4): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / count;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude;
  const whole = Math.max(1, step);
  return Array.from({ length: Math.ceil(max / whole) + 1 }, (_, position) => position * whole);
}

interface LineChartProps {
  title: string;
  /** What there is to see, in a sentence. */
  summary?: string;
  labels: readonly string[];
  series: readonly Series[];
}

/** Counts over time as steps: each value lasts until the next; or the same figures as a table. */
export function LineChart({ title, summary, labels, series }: LineChartProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const grid = listTicks(Math.max(0, ...series.flatMap(({ values }) => values)));
  const highest = grid.at(-1) ?? 1;
  const x = (position: number) => left + (position / Math.max(1, labels.length - 1)) * (width - left - 8);
  const y = (value: number) => height - bottom - (value / highest) * (height - bottom - top);
  const line = (values: readonly number[]) =>
    values
      .map((value, position) => (position === 0 ? `M${x(0)} ${y(value)}` : `H${x(position)}V${y(value)}`))
      .join('')
      // A single value is drawn as a line too.
      .replace(/^(M\S+ \S+)$/, `$1H${width - 8}`);
  const chart = (
    <div>
      <svg viewBox={`0 0 ${width} ${height}`} className="h-auto w-full" aria-hidden="true">
        {grid.map((value) => (
          <g key={value}>
            <line x1={left} x2={width} y1={y(value)} y2={y(value)} className="stroke-hairline" />
            <text x={left - 8} y={y(value) + 4} textAnchor="end" className="fill-muted font-mono text-[11px]">
              {short.format(value)}
            </text>
          </g>
        ))}
        {series.map((one, position) => (
          <path
            key={one.name}
            d={line(one.values)}
            fill="none"
            strokeWidth={2.5}
            className={getStroke(one, position)}
          />
        ))}
        <text x={left} y={height - 6} className="fill-muted font-mono text-[11px]">
          {labels[0]}
        </text>
        <text x={width} y={height - 6} textAnchor="end" className="fill-muted font-mono text-[11px]">
          {labels.length > 1 && labels.at(-1)}
        </text>
      </svg>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {series.map((one, position) => (
          <li key={one.name} className="inline-flex items-center gap-2">
            <svg width="28" height="8" aria-hidden="true">
              <line x1="0" x2="28" y1="4" y2="4" strokeWidth={2.5} className={getStroke(one, position)} />
            </svg>
            {one.name} <span className="tabular font-mono text-xs text-muted">{one.values.at(-1) ?? 0}</span>
          </li>
        ))}
      </ul>
    </div>
  );
  return (
    <figure aria-labelledby={id}>
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <span id={id} className="font-display font-bold">
          {title}
        </span>
        <button
          type="button"
          className="min-h-8 text-sm underline"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          Show as table
        </button>
        {summary && <span className="basis-full text-sm text-muted">{summary}</span>}
      </figcaption>
      {asTable ? (
        <ScrollRegion className="max-h-64 overflow-auto" label={title}>
          <table className="tabular w-full text-left text-sm">
            <thead>
              <tr>
                {['', ...series.map(({ name }) => name)].map((column) => (
                  <th key={column} scope="col" className="py-1 pr-4 text-muted">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, position) => (
                <tr key={label} className="border-t border-hairline">
                  <td className="py-1 pr-4">{label}</td>
                  {series.map(({ name, values }) => (
                    <td key={name} className="py-1 pr-4">
                      {values[position] ?? 0}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      ) : (
        chart
      )}
    </figure>
  );
}
