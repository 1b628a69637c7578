import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { classes } from '../lib/classes.ts';
import { ScrollRegion } from './scroll-region.tsx';

/** Scrolls a row into sight. */
export interface ListHandle {
  reveal: (index: number) => void;
}

interface VirtualListProps<T> {
  items: readonly T[];
  itemKey: (item: T) => string;
  /** A row's height in pixels, as near as is known. */
  rowHeight: number;
  /** One row: a list item without the `li`. */
  render: (item: T, index: number) => ReactNode;
  label: string;
  /** How long the whole list is, where only its beginning is here yet. */
  total?: number;
  /** Called with the index of the last row in sight: the moment to fetch more. */
  onReach?: (index: number) => void;
  /** Sets the height of the scrolling region. */
  className?: string;
  ref?: Ref<ListHandle>;
}

/** A list of any length of which only the rows in sight are in the page. */
export function VirtualList<T>({
  items,
  itemKey,
  rowHeight,
  render,
  label,
  total = items.length,
  onReach,
  className,
  ref,
}: VirtualListProps<T>) {
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => itemKey(items[index] as T),
    overscan: 8,
  });
  const last = rows.getVirtualItems().at(-1)?.index ?? -1;
  useEffect(() => onReach?.(last), [last, onReach]);
  useImperativeHandle(ref, () => ({ reveal: (index) => rows.scrollToIndex(index) }), [rows]);
  return (
    <ScrollRegion ref={scroller} label={label} className={classes('overflow-y-auto', className)}>
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <li
            key={row.key}
            data-index={row.index}
            ref={rows.measureElement}
            aria-setsize={total}
            aria-posinset={row.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start}px)` }}
          >
            {render(items[row.index] as T, row.index)}
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
