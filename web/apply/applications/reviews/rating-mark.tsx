import type { Application } from '../../../../contract/apply/applications.ts';

/** Ratings this far apart are a disagreement. */
const farApart = 2;

interface RatingMarkProps {
  rating: NonNullable<Application['rating']>;
  rank: { rank: number; adjusted: number; adjustedRank: number } | undefined;
}

/** The mean of the ratings, and whether the reviewers disagree; with the rank adjusted for how strict they are, if known. */
export function RatingMark({ rating, rank }: RatingMarkProps) {
  const { mean, count, spread } = rating;
  const adjusted =
    rank &&
    `Adjusted for strictness: ${rank.adjusted.toFixed(1)}, rank ${rank.adjustedRank} instead of ${rank.rank}`;
  return (
    <span className="tabular text-xs/tight text-muted" title={adjusted}>
      <span className="font-semibold text-text">{mean.toFixed(1)}</span>
      <span className="sr-only"> of 5</span> ×{count}
      {spread >= farApart && <span className="font-semibold text-warning"> ±{spread}</span>}
      {spread >= farApart && <span className="sr-only"> reviewers disagree</span>}
      {rank && (
        <span>
          {' '}
          #{rank.rank}
          {rank.adjustedRank !== rank.rank && ` → #${rank.adjustedRank}`}
        </span>
      )}
      {adjusted && <span className="sr-only">. {adjusted}</span>}
    </span>
  );
}
