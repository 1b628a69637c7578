import { ChartFigure } from './chart-figure.tsx';
import { ticks } from './scale.ts';

export interface Series {
  name: string;
  /** One value for each label. */
  values: readonly number[];
}

const [width, height, left, bottom, top] = [560, 220, 36, 26, 10];
// Distinguished by dashes and by color.
const strokes = [
  'stroke-primary',
  'stroke-accent [stroke-dasharray:7_4]',
  'stroke-success [stroke-dasharray:2_4]',
  'stroke-muted [stroke-dasharray:12_3_2_3]',
];

// A thousand is 1K: there is little room beside the lines.
const short = new Intl.NumberFormat('en', { notation: 'compact' });

interface LineChartProps {
  title: string;
  summary?: string;
  labels: readonly string[];
  series: readonly Series[];
}

/** Counts over time as steps: each value lasts until the next. */
export function LineChart({ title, summary, labels, series }: LineChartProps) {
  const grid = ticks(Math.max(0, ...series.flatMap(({ values }) => values)));
  const highest = grid.at(-1) ?? 1;
  const x = (position: number) => left + (position / Math.max(1, labels.length - 1)) * (width - left - 8);
  const y = (value: number) => height - bottom - (value / highest) * (height - bottom - top);
  const line = (values: readonly number[]) =>
    values
      .map((value, position) => (position === 0 ? `M${x(0)} ${y(value)}` : `H${x(position)}V${y(value)}`))
      .join('');
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
        {series.map(({ name, values }, position) => (
          <path
            key={name}
            d={line(values)}
            fill="none"
            strokeWidth={2.5}
            className={strokes[position % strokes.length]}
          />
        ))}
        <text x={left} y={height - 6} className="fill-muted font-mono text-[11px]">
          {labels[0]}
        </text>
        <text x={width} y={height - 6} textAnchor="end" className="fill-muted font-mono text-[11px]">
          {labels.at(-1)}
        </text>
      </svg>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {series.map(({ name, values }, position) => (
          <li key={name} className="inline-flex items-center gap-2">
            <svg width="28" height="8" aria-hidden="true">
              <line
                x1="0"
                x2="28"
                y1="4"
                y2="4"
                strokeWidth={2.5}
                className={strokes[position % strokes.length]}
              />
            </svg>
            {name} <span className="tabular font-mono text-xs text-muted">{values.at(-1) ?? 0}</span>
          </li>
        ))}
      </ul>
    </div>
  );
  const rows = labels.map((label, position) => [label, ...series.map(({ values }) => values[position] ?? 0)]);
  return (
    <ChartFigure
      title={title}
      summary={summary}
      chart={chart}
      columns={['', ...series.map(({ name }) => name)]}
      rows={rows}
    />
  );
}
