import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { ScrollRegion } from './scroll-region.tsx';

/** Scrolls a row into sight. */
export interface ListHandle {
  reveal: (index: number) => void;
}

interface VirtualListProps {
  /** How long the list is, whether its rows are here yet or not. */
  count: number;
  /** The key that a row keeps when it moves. */
  rowKey: (index: number) => string;
  /** A row's height in rem, so that it grows with the reader's own size of text. */
  rowHeight: number;
  /** One row: a list item without the `li`. */
  render: (index: number) => ReactNode;
  label: string;
  /** Called with the first and the last row that are in the page: the moment to fetch what is missing. */
  onSight?: (first: number, last: number) => void;
  /** Where the list is scrolled to, in pixels: a list that is shown again starts there. */
  offset?: { current: number };
  /** Sets the height of the scrolling region. */
  className?: string;
  ref?: Ref<ListHandle>;
}

export function VirtualList(props: VirtualListProps) {
  const { count, rowKey, rowHeight, render, label, onSight, offset, className, ref } = props;
  const scroller = useRef<HTMLElement>(null);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight * rem,
    overscan: 8,
    // Two rows: what lies over the end of the list, a toast or the bulk actions, does not hide the row that is revealed.
    scrollPaddingEnd: 2 * rowHeight * rem,
    ...(offset && {
      initialOffset: () => offset.current,
      onChange: ({ scrollOffset }: { scrollOffset: number | null }) => {
        offset.current = scrollOffset ?? 0;
      },
    }),
  });
  const inSight = rows.getVirtualItems();
  const first = inSight[0]?.index ?? 0;
  const last = inSight.at(-1)?.index ?? 0;
  useEffect(() => onSight?.(first, last), [first, last, onSight]);
  useImperativeHandle(ref, () => ({ reveal: (index) => rows.scrollToIndex(index) }), [rows]);
  return (
    <ScrollRegion ref={scroller} label={label} className={joinClasses('overflow-y-auto', className)}>
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {inSight.map((row) => (
          <li
            key={rowKey(row.index)}
            data-index={row.index}
            ref={rows.measureElement}
            aria-setsize={count}
            aria-posinset={row.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start}px)` }}
          >
            {render(row.index)}
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
