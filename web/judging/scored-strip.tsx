import { useQuery } from '@tanstack/react-query';
import type { JudgingTrack } from '../../contract/judging.ts';
import { useEvent } from '../lib/event.ts';
import { timeOf } from '../lib/moments.ts';
import { ownScoresQuery } from './judging.api.ts';

/** How many teams this judge has scored in the track; opened, which ones, newest first. */
export function ScoredStrip({ track }: { track: JudgingTrack }) {
  const timezone = useEvent()?.timezone;
  const { data = [] } = useQuery(ownScoresQuery);
  const scores = data.filter((score) => score.track === track);
  const teams = new Set(scores.map((score) => score.team_number)).size;
  return (
    <details className="rounded-md border border-hairline bg-surface px-4">
      <summary className="min-h-11 content-center font-semibold" aria-live="polite">
        {teams} {teams === 1 ? 'team' : 'teams'} scored
      </summary>
      <ul className="grid pb-3">
        {scores.map((score) => (
          <li
            key={score._id}
            className="tabular flex items-baseline gap-3 border-t border-hairline py-2 text-sm"
          >
            <span className="w-10 shrink-0 font-mono text-muted">{score.team_number}</span>
            <span className="min-w-0 flex-1 wrap-anywhere">{score.team_name}</span>
            <time dateTime={score.created_at} className="text-muted">
              {timeOf(score.created_at, timezone)}
            </time>
            <span className="w-14 text-right font-mono">{score.weighted_total.toFixed(1)}</span>
          </li>
        ))}
        {scores.length === 0 && <li className="py-2 text-sm text-muted">They appear here as you submit.</li>}
      </ul>
    </details>
  );
}
