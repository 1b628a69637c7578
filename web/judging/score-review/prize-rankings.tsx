import { useQuery } from '@tanstack/react-query';
import type { PrizeRanking } from '../../../contract/judging/judging.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Average, RankingTable } from './ranking-table.tsx';
import { prizeRankingsQuery } from './score-review.api.ts';

// 80 % of the true values lie within this many standard errors.
const interval = 1.2815515655446004;

/** The prizes with judges of their own, each with its ranking; nothing at an event without such prizes. */
export default function PrizeRankings() {
  const { data = [] } = useQuery(prizeRankingsQuery);
  return data.map((ranking) => <Ranking key={ranking.key} ranking={ranking} />);
}

const cell = 'px-1.5 py-3 sm:px-2';

function Ranking({ ranking: { label, judgedBy, projects } }: { ranking: PrizeRanking }) {
  const heads = [
    { label: 'Place' },
    { label: 'Project' },
    { label: 'Average' },
    { label: 'Adjusted' },
    { label: 'Judges', className: 'max-sm:hidden' },
  ];
  return (
    <Card title={label}>
      <p className="mb-2 text-sm text-muted">Judged by {judgedBy}.</p>
      {projects.length === 0 ? (
        <EmptyState text="Nothing has been scored for this prize yet." />
      ) : (
        <RankingTable label={`Ranking of ${label}`} caption={label} heads={heads}>
          {projects.map(
            ({ _id, place, tied, title, team, teamNumber, average, precise, marks, adjusted }) => (
              <tr key={_id} className="border-t border-hairline align-top">
                <td className={`${cell} font-mono whitespace-nowrap`}>
                  {place}
                  {tied && (
                    <span className="text-muted">
                      =<span className="sr-only"> tied</span>
                    </span>
                  )}
                </td>
                <td className={cell}>
                  <span className="font-semibold wrap-anywhere">{title}</span>{' '}
                  <span className="text-sm text-muted wrap-anywhere">
                    {[team, `#${teamNumber}`].filter(Boolean).join(' ')}
                  </span>
                  {adjusted.tiedWithLeader && adjusted.rank > 1 && (
                    <Badge tone="pending" className="text-xs sm:ml-2">
                      tied with leader
                    </Badge>
                  )}
                </td>
                <td className={`${cell} font-mono`}>
                  <Average value={average} precise={precise} />
                </td>
                <td className={`${cell} font-mono whitespace-nowrap`}>
                  {adjusted.score.toFixed(1)}{' '}
                  <span className="text-sm text-muted max-sm:block">
                    ± {(interval * adjusted.se).toFixed(1)} ({adjusted.bestRank}-{adjusted.worstRank})
                  </span>
                </td>
                <td className={`${cell} font-mono max-sm:hidden`}>{marks.length}</td>
              </tr>
            ),
          )}
        </RankingTable>
      )}
    </Card>
  );
}
