import { useQuery } from '@tanstack/react-query';
import type { PrizeRanking } from '../../../contract/judging/judging.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/page-states.tsx';
import { Adjusted, Average, Rank, RankingTable, TiedWithLeader } from './ranking-table.tsx';
import { prizeRankingsQuery } from './score-review.api.ts';

/** The prizes with judges of their own, each with its ranking; nothing at an event without such prizes. */
export default function PrizeRankings() {
  const { data = [] } = useQuery(prizeRankingsQuery);
  return data.map((ranking) => <Ranking key={ranking.key} ranking={ranking} />);
}

const cell = 'px-1.5 py-3 sm:px-2';

function Ranking({ ranking: { label, judgedBy, projects } }: { ranking: PrizeRanking }) {
  const heads = [
    { label: 'Rank' },
    { label: 'Project' },
    { label: 'Average' },
    { label: 'Adjusted' },
    { label: 'Judges', className: 'max-sm:hidden' },
  ];
  return (
    <Card title={label}>
      <p className="mb-2 text-sm text-muted">Judged by {judgedBy}</p>
      {projects.length === 0 ? (
        <EmptyState text="Nothing has been scored for this prize yet." />
      ) : (
        <RankingTable label={`Ranking of ${label}`} caption={label} heads={heads}>
          {projects.map(
            ({ _id, place, tied, title, team, teamNumber, average, precise, marks, adjusted }) => (
              <tr key={_id} className="border-t border-hairline align-top">
                <td className={`${cell} font-mono whitespace-nowrap`}>
                  <Rank rank={place} tied={tied} />
                </td>
                <td className={cell}>
                  <span className="font-semibold wrap-anywhere">{title}</span>{' '}
                  <span className="text-sm text-muted wrap-anywhere">
                    {[team, `#${teamNumber}`].filter(Boolean).join(' ')}
                  </span>
                  <TiedWithLeader adjusted={adjusted} />
                </td>
                <td className={`${cell} font-mono`}>
                  <Average value={average} precise={precise} />
                </td>
                <td className={`${cell} font-mono whitespace-nowrap`}>
                  <Adjusted {...adjusted}>
                    {' '}
                    ({adjusted.bestRank}-{adjusted.worstRank})
                  </Adjusted>
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
