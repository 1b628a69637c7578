import type { ReactNode } from 'react';
import { joinClasses } from '../../lib/classes.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';

interface RankingTableProps {
  /** Names the scrolling region. */
  label: string;
  caption: string;
  heads: readonly { label: string; className?: string }[];
  className?: string;
  children: ReactNode;
}

/** A table with a header row in a region that scrolls sideways; the rows are the children. */
export function RankingTable({ label, caption, heads, className, children }: RankingTableProps) {
  return (
    <ScrollRegion label={label} className="overflow-x-auto">
      <table className={joinClasses('tabular w-full border-collapse text-left', className)}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-sm text-muted">
            {heads.map((head) => (
              <th
                key={head.label}
                scope="col"
                className={joinClasses('px-1.5 py-2 font-semibold sm:px-2', head.className)}
              >
                {head.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}

/** An average with one decimal, and with two below it where two places would look the same. */
export function Average({ value, precise }: { value: number; precise?: string | undefined }) {
  return (
    <>
      {value.toFixed(1)}
      {precise && <span className="block text-sm font-normal text-muted">{precise}</span>}
    </>
  );
}
