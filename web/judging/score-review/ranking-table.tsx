import type { ReactNode } from 'react';
import type { TeamAggregate } from '../../../contract/judging/judging.ts';
import { adjustedInterval } from '../../../contract/judging/ranking.ts';
import { joinClasses } from '../../lib/classes.ts';
import { Badge } from '../../ui/badge.tsx';
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

export function Rank({ rank, tied }: { rank: number; tied: boolean }) {
  return (
    <>
      {rank}
      {tied && (
        <span className="text-muted" title="The same result as another team">
          =<span className="sr-only"> tied</span>
        </span>
      )}
    </>
  );
}

/** A score corrected for its judges with its 80% interval. */
export function Adjusted({ score, se, children }: { score: number; se: number; children?: ReactNode }) {
  return (
    <>
      <span className="font-semibold">{score.toFixed(1)}</span>{' '}
      <span className="text-sm text-muted max-sm:block">
        ± {(adjustedInterval * se).toFixed(1)}
        {children}
      </span>
    </>
  );
}

export function TiedWithLeader({ adjusted }: Pick<TeamAggregate, 'adjusted'>) {
  return adjusted.tiedWithLeader && adjusted.rank > 1 ? (
    <Badge tone="pending" className="text-xs sm:ml-2">
      tied with leader
    </Badge>
  ) : null;
}

/** An average with one decimal, and with two below it where two ranks would look the same. */
export function Average({ value, precise }: { value: number; precise?: string | undefined }) {
  return (
    <>
      {value.toFixed(1)}
      {precise && <span className="block text-sm font-normal text-muted">{precise}</span>}
    </>
  );
}
