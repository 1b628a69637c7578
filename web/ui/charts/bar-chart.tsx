import { useId } from 'react';
import { ChartFigure } from './chart-figure.tsx';
import { ticks } from './scale.ts';

const [width, height, left, bottom, top] = [560, 220, 36, 26, 10];

interface BarChartProps {
  title: string;
  summary?: string;
  /** What is counted, as the head of the table's second column. */
  measure: string;
  bars: readonly { label: string; value: number; marked?: boolean }[];
}

/** Counts side by side. A marked bar is hatched as well as colored. */
export function BarChart({ title, summary, measure, bars }: BarChartProps) {
  const hatch = useId();
  const grid = ticks(Math.max(0, ...bars.map(({ value }) => value)));
  const highest = grid.at(-1) ?? 1;
  const space = (width - left) / Math.max(1, bars.length);
  const y = (value: number) => height - bottom - (value / highest) * (height - bottom - top);
  // With many bars only some labels fit.
  const every = Math.ceil(bars.length / 10);
  const chart = (
    <svg viewBox={`0 0 ${width} ${height}`} className="h-auto w-full" aria-hidden="true">
      <defs>
        <pattern id={hatch} width="6" height="6" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" className="fill-accent" />
          <line x1="0" y1="0" x2="0" y2="6" strokeWidth="3" className="stroke-surface" />
        </pattern>
      </defs>
      {grid.map((value) => (
        <g key={value}>
          <line x1={left} x2={width} y1={y(value)} y2={y(value)} className="stroke-hairline" />
          <text x={left - 8} y={y(value) + 4} textAnchor="end" className="fill-muted font-mono text-[11px]">
            {value}
          </text>
        </g>
      ))}
      {bars.map(({ label, value, marked }, position) => (
        <g key={label}>
          <rect
            x={left + position * space + space * 0.12}
            width={space * 0.76}
            y={y(value)}
            height={height - bottom - y(value)}
            className="fill-primary"
            {...(marked ? { fill: `url(#${hatch})`, className: undefined } : {})}
          />
          {position % every === 0 && (
            <text
              x={left + (position + 0.5) * space}
              y={height - 6}
              textAnchor="middle"
              className="fill-muted font-mono text-[11px]"
            >
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
  const rows = bars.map(({ label, value }) => [label, value]);
  return <ChartFigure title={title} summary={summary} chart={chart} columns={['', measure]} rows={rows} />;
}
