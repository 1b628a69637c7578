import { useQuery } from '@tanstack/react-query';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { formatCount, formatTime } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { deleteQueued } from '../../lib/offline-queue.ts';
import { Button } from '../../ui/button.tsx';
import { myScoresQuery } from './judge.api.ts';
import { filterByRubric, type JudgeRubric } from './judge-rubric.ts';
import type { QueuedScore } from './send-scores.ts';

/** How many teams this judge has scored by the rubric, and a list of them, newest first, waiting ones on top. */
export function ScoredStrip({ queue, rubric }: { queue: QueuedScore[]; rubric: JudgeRubric }) {
  const { data = [] } = useQuery(myScoresQuery);
  const scores = filterByRubric(data, rubric);
  const waiting = queue.filter(({ payload }) => filterByRubric([payload.body], rubric).length > 0);
  const numbers = [
    ...scores.map((score) => score.team_number),
    ...waiting.map(({ payload }) => payload.body.team_number),
  ];
  const teams = new Set(numbers).size;
  return (
    <details className="rounded-md border border-hairline bg-surface px-4">
      <summary className="min-h-11 content-center font-semibold">
        {formatCount(teams, 'team')} scored
        {waiting.length > 0 && (
          <span className="ml-2 inline-flex items-center gap-1.5 text-sm font-normal text-muted">
            <CloudOff size={16} /> {waiting.length} waiting to sync
          </span>
        )}
      </summary>
      <ul className="grid pb-3">
        {waiting.toReversed().map((score) => (
          <Waiting key={score.id} score={score} onDiscard={() => void deleteQueued(score.id)} />
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
        {teams === 0 && <li className="py-2 text-sm text-muted">Teams that you score appear here.</li>}
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
  const { body, total } = score.payload;
  const at = new Date(score.at).toISOString();
  return (
    <>
      <Line number={body.team_number ?? 0} name={body.team_name ?? ''} at={at} total={total} />
      <li className="pb-2 pl-13">
        <WaitingLine score={score} onDiscard={onDiscard} />
      </li>
    </>
  );
}

interface WaitingLineProps {
  score: Pick<QueuedScore, 'trouble'>;
  onDiscard: () => void;
}

/** Says that a score waits on this device, or why the server refused it. */
function WaitingLine({ score: { trouble }, onDiscard }: WaitingLineProps) {
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
      {trouble === undefined ? (
        <>
          <CloudOff size={16} /> Waiting to sync
        </>
      ) : (
        <>
          <TriangleAlert size={16} /> Could not sync: {trouble}
          <Button variant="ghost" size="sm" onClick={onDiscard}>
            Discard
          </Button>
        </>
      )}
    </span>
  );
}
