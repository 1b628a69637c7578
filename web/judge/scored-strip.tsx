import { useQuery } from '@tanstack/react-query';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { formatTime } from '../../contract/format.ts';
import type { JudgingTrack } from '../../contract/judging.ts';
import { useEvent } from '../lib/event.api.ts';
import { Button } from '../ui/button.tsx';
import { myScoresQuery } from './judge.api.ts';
import { discardScore, type QueuedScore, useScoreQueue } from './score-queue.ts';

/** How many teams this judge has scored in the track; opened, which ones, newest first, those that wait on top. */
export function ScoredStrip({ username, track }: { username: string; track: JudgingTrack }) {
  const { data = [] } = useQuery(myScoresQuery);
  const scores = data.filter((score) => score.track === track);
  const queue = useScoreQueue(username).filter(({ body }) => body.track === track);
  const numbers = [...scores.map((score) => score.team_number), ...queue.map(({ body }) => body.team_number)];
  const teams = new Set(numbers).size;
  return (
    <details className="rounded-md border border-hairline bg-surface px-4">
      <summary className="min-h-11 content-center font-semibold">
        {teams} {teams === 1 ? 'team' : 'teams'} scored
        {queue.length > 0 && (
          <span className="ml-2 inline-flex items-center gap-1.5 text-sm font-normal text-muted">
            <CloudOff size={16} aria-hidden="true" /> {queue.length} waiting to sync
          </span>
        )}
      </summary>
      <ul className="grid pb-3">
        {queue.toReversed().map((score) => (
          <Waiting key={score.key} score={score} onDiscard={() => discardScore(username, score.key)} />
        ))}
        {scores.map((score) => (
          <Line
            key={score._id}
            number={score.team_number}
            name={score.team_name}
            at={score.created_at}
            total={score.weighted_total}
          />
        ))}
        {teams === 0 && <li className="py-2 text-sm text-muted">They appear here as you submit.</li>}
      </ul>
    </details>
  );
}

interface LineProps {
  number: number;
  name: string;
  at: string;
  total: number;
}

function Line({ number, name, at, total }: LineProps) {
  const event = useEvent();
  return (
    <li className="tabular flex items-baseline gap-3 border-t border-hairline py-2 text-sm">
      <span className="w-10 shrink-0 font-mono text-muted">{number}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
      <time dateTime={at} className="text-muted">
        {formatTime(at, event)}
      </time>
      <span className="w-14 text-right font-mono">{total.toFixed(1)}</span>
    </li>
  );
}

function Waiting({ score, onDiscard }: { score: QueuedScore; onDiscard: () => void }) {
  const { body, total, at, refused } = score;
  return (
    <>
      <Line number={body.team_number ?? 0} name={body.team_name ?? ''} at={at} total={total} />
      <li className="flex items-center gap-1.5 pb-2 pl-13 text-sm text-muted">
        {refused === undefined ? (
          <>
            <CloudOff size={16} aria-hidden="true" /> Waiting to sync
          </>
        ) : (
          <>
            <TriangleAlert size={16} aria-hidden="true" /> Could not sync: {refused}
            <Button variant="ghost" size="sm" onClick={onDiscard}>
              Discard
            </Button>
          </>
        )}
      </li>
    </>
  );
}
