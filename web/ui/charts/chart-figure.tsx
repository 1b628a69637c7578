import { type ReactNode, useId, useState } from 'react';
import { ScrollRegion } from '../scroll-region.tsx';

interface ChartFigureProps {
  title: string;
  /** What there is to see, in a sentence. */
  summary?: string;
  chart: ReactNode;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** A chart with its caption, and the same figures as a table for screen readers. */
export function ChartFigure({ title, summary, chart, columns, rows }: ChartFigureProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
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
                {columns.map((column) => (
                  <th key={column} scope="col" className="py-1 pr-4 text-muted">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={String(row[0])} className="border-t border-hairline">
                  {row.map((value, position) => (
                    <td key={columns[position]} className="py-1 pr-4">
                      {value}
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
