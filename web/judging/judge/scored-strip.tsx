import CloudOff from 'lucide:cloud-off';
import TriangleAlert from 'lucide:triangle-alert';
import { useQuery } from '@tanstack/react-query';
import type { Score } from '../../../contract/judging/judging.ts';
import { formatCount, formatTime } from '../../../contract/platform/format.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import { useEvent } from '../../lib/event.api.ts';
import { deleteQueued } from '../../lib/offline-queue.ts';
import { Button } from '../../ui/button.tsx';
import { myScoresQuery, useWithdrawScore } from './judge.api.ts';
import { filterByRubric, type JudgeRubric } from './judge-rubric.ts';
import type { QueuedScore } from './send-scores.ts';

interface ScoredStripProps {
  queue: QueuedScore[];
  rubric: JudgeRubric;
  onCorrect: (score: Score) => void;
}

/**
 * The judge's scores by the rubric, newest first, waiting ones on top: of several for a team the one that counts. A tap
 * corrects it, "Withdraw" takes it back.
 */
export function ScoredStrip({ queue, rubric, onCorrect }: ScoredStripProps) {
  const { data = [] } = useQuery(myScoresQuery);
  const withdraw = useWithdrawScore();
  const all = filterByRubric(data, rubric);
  const scores = all.filter(
    ({ team_number }, at) => all.findIndex((each) => each.team_number === team_number) === at,
  );
  const waiting = queue.filter(({ payload }) => filterByRubric([payload.body], rubric).length > 0);
  const unsent = waiting.filter(({ trouble }) => !trouble);
  const refused = waiting.length - unsent.length;
  const teams = new Set([
    ...scores.map((score) => score.team_number),
    ...unsent.map(({ payload }) => payload.body.team_number),
  ]).size;
  const askToWithdraw = async ({ _id, team_number, team_name }: Score) => {
    const { ask } = await import('../../ui/ask.tsx');
    const question = {
      title: `Withdraw your score of table ${team_number}?`,
      body: `${team_name} is then scored by the other judges only, until you score it again.`,
      confirmLabel: 'Withdraw',
    };
    if (await ask(question)) withdraw.mutate(_id);
  };
  return (
    <details className="rounded-md border border-hairline bg-surface px-4">
      <summary className="min-h-11 content-center">
        <strong>My scores</strong>{' '}
        <span className="ml-1 text-sm text-muted">{formatCount(teams, 'team')} scored</span>
        {unsent.length > 0 && (
          <span className="ml-2 inline-flex items-center gap-1.5 text-sm text-muted">
            <CloudOff size={16} /> {unsent.length} waiting to sync
          </span>
        )}
        {refused > 0 && (
          <span className="ml-2 inline-flex items-center gap-1.5 text-sm text-pending">
            <TriangleAlert size={16} /> {refused} could not be sent
          </span>
        )}
      </summary>
      <ul className="grid pb-3">
        {waiting.toReversed().map((score) => (
          <li key={score.id} className="border-t border-hairline py-2">
            <Line
              number={score.payload.body.team_number ?? 0}
              name={score.payload.body.team_name ?? ''}
              at={new Date(score.at).toISOString()}
              total={score.payload.total}
              marks={rubric.criteria.map(({ key }) => getOwnValue(score.payload.body.scores, key))}
            />
            <span className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
              {score.trouble ? (
                <>
                  <TriangleAlert size={16} /> Could not sync: {score.trouble}
                  <Button variant="ghost" size="sm" onClick={() => void deleteQueued(score.id)}>
                    Discard
                  </Button>
                </>
              ) : (
                <>
                  <CloudOff size={16} /> Waiting to sync
                </>
              )}
            </span>
          </li>
        ))}
        {scores.map((score) => (
          <li key={score._id} className="flex items-center gap-2 border-t border-hairline">
            <button
              type="button"
              className="min-h-11 min-w-0 flex-1 py-2 text-left"
              onClick={() => onCorrect(score)}
            >
              <span className="sr-only">Correct </span>
              <Line
                number={score.team_number}
                name={score.team_name}
                at={score.created_at}
                isPaper={score.entered?.paper}
                total={score.weighted_total}
                marks={rubric.criteria.map(({ key }) => getOwnValue(score.scores, key))}
              />
            </button>
            <Button
              variant="ghost"
              size="compact"
              className="-mr-3"
              aria-label={`Withdraw ${score.team_name}`}
              busy={withdraw.isPending && withdraw.variables === score._id}
              onClick={() => void askToWithdraw(score)}
            >
              Withdraw
            </Button>
          </li>
        ))}
        {teams + refused === 0 && (
          <li className="py-2 text-sm text-muted">Teams that you score appear here.</li>
        )}
      </ul>
    </details>
  );
}

interface LineProps {
  number: number;
  name: string;
  at: string;
  isPaper?: boolean | undefined;
  total: number;
  marks: readonly (number | undefined)[];
}

function Line({ number, name, at, isPaper, total, marks }: LineProps) {
  const event = useEvent();
  return (
    <span className="tabular grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 text-sm">
      <span className="font-mono text-muted">{number}</span>
      <span className="wrap-anywhere">{name}</span>
      <span className="font-mono">{total.toFixed(1)}</span>
      <span className="col-span-2 text-xs text-muted">
        {marks.map((mark) => mark ?? '–').join(' · ')}
        {isPaper && ' · from paper'}
      </span>
      <time dateTime={at} className="text-xs text-muted">
        {formatTime(at, event)}
      </time>
    </span>
  );
}
