import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { EmptyState } from './page-states.tsx';
import { usePointedRow } from './pointed-row.ts';
import { ScrollRegion } from './scroll-region.tsx';

export interface Column<T> {
  header: string;
  cell: (row: T) => ReactNode;
  /** Right-aligned. */
  numeric?: boolean;
}

// On a phone columns are closer to each other.
const closer = 'max-sm:not-first:pl-2 max-sm:not-last:pr-2';

const folded =
  'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:[&>:nth-child(2)]:row-start-2 max-sm:[&>:nth-child(2)]:pt-0 max-sm:[&>:nth-child(2)]:pl-3 max-sm:[&>:nth-child(3)]:row-span-2';

// On phones the cells of a row are stacked; empty ones are hidden.
const stacked =
  'max-sm:block max-sm:py-2 max-sm:[&>td]:block max-sm:[&>td]:px-3! max-sm:[&>td]:py-0 max-sm:[&>td:not(:has(:not(:empty)))]:hidden';

interface DataTableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** The first of three columns has half of the table; on a phone the second is below it, and there is no head. */
  folds?: boolean;
  /** On a phone the cells of a row are below each other, and there is no head. */
  stacks?: boolean;
  /** Shown in place of the table without rows. */
  empty?: string;
  /** A row's height in pixels, as near as is known. */
  rowHeight?: number;
  /** Rows to point out, such as one that has just come. */
  isNew?: (row: T) => boolean;
  /** Sets the greatest height of the scrolling region. */
  className?: string;
}

/** A table whose head stays in sight. With more than 100 rows, only those in sight are in the page. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, rowKey, folds, stacks, empty, rowHeight = 56, isNew, className } = props;
  const pointOut = usePointedRow();
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    enabled: rows.length > 100,
  });
  const inSight = rows.length > 100 ? virtual.getVirtualItems().map(({ index }) => index) : [...rows.keys()];
  const before = rows.length > 100 ? (virtual.getVirtualItems()[0]?.start ?? 0) : 0;
  const after = rows.length > 100 ? virtual.getTotalSize() - (virtual.getVirtualItems().at(-1)?.end ?? 0) : 0;
  if (rows.length === 0 && empty)
    return (
      <div className={className}>
        <EmptyState text={empty} />
      </div>
    );
  return (
    <ScrollRegion ref={scroller} label={caption} className={joinClasses('overflow-auto', className)}>
      <table className="w-full border-collapse text-left text-sm" aria-rowcount={rows.length + 1}>
        <caption className="sr-only">{caption}</caption>
        <thead className={folds || stacks ? 'max-sm:sr-only' : undefined}>
          <tr aria-rowindex={1}>
            {columns.map(({ header, numeric }) => (
              <th
                key={header}
                scope="col"
                className={joinClasses(
                  'sticky top-0 z-1 bg-surface px-3 py-2 font-semibold text-muted',
                  closer,
                  folds && 'sm:first:w-1/2',
                  numeric && 'text-right',
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={before} columns={columns.length} />
          {inSight.map((index) => {
            const row = rows[index] as T;
            const pointed = pointOut(rowKey(row));
            return (
              <tr
                key={rowKey(row)}
                {...pointed}
                aria-rowindex={index + 2}
                className={joinClasses(
                  'border-t border-hairline',
                  folds && folded,
                  stacks && stacked,
                  pointed && 'bg-approved-bg',
                  isNew?.(row) && 'animate-enter bg-approved-bg',
                )}
              >
                {columns.map(({ header, cell, numeric }) => (
                  <td
                    key={header}
                    className={joinClasses('px-3 py-2 align-top', closer, numeric && 'tabular text-right')}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Gap height={after} columns={columns.length} />
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
