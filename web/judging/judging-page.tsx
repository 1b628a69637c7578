import Pause from 'lucide:pause';
import Play from 'lucide:play';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import {
  type JudgeAccount,
  type JudgingProgress,
  listUnscoredCategories,
} from '../../contract/judging/judging-admin.ts';
import { getRubricTitle } from '../../contract/judging/judging-tracks.ts';
import { limits } from '../../contract/limits.ts';
import { formatCount, formatTime } from '../../contract/platform/format.ts';
import { WorkPage } from '../layout/work-page.tsx';
import { useEvent } from '../lib/event.api.ts';
import { useLiveQuery } from '../lib/use-live-query.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/page-states.tsx';
import { JudgesCard } from './judges-card.tsx';
import { judgingProgressQuery, usePauseJudging } from './judging-admin.api.ts';
import { isSilent, JudgingProblems } from './judging-problems.tsx';
import { SignInSheets } from './sign-in-sheets.tsx';
import { TableList } from './table-list.tsx';
import { TablesCard } from './tables-card.tsx';

const refreshAtMostEvery = 1000;
const wanted = limits.judging.scoresPerTeam;

/** Judging for organizers: accounts, progress and pause. New passwords are shown once, on a page of their own. */
export function Component() {
  const [accounts, setAccounts] = useState<JudgeAccount[]>([]);
  const tables = useQuery({ ...judgingProgressQuery, enabled: accounts.length > 0 }).data?.tables ?? [];
  if (accounts.length > 0)
    return <SignInSheets accounts={accounts} tables={tables} onDone={() => setAccounts([])} />;
  return <JudgingAdmin onAccounts={setAccounts} />;
}

function JudgingAdmin({ onAccounts }: { onAccounts: (accounts: JudgeAccount[]) => void }) {
  const progress = useLiveQuery(judgingProgressQuery, 'judging', { atMostEvery: refreshAtMostEvery });
  const { data } = progress;
  const pause = usePauseJudging();
  const PauseIcon = data?.paused ? Play : Pause;
  const event = useEvent();
  const [printing, setPrinting] = useState(false);
  const now = useNow();
  if (printing && data) return <TableList tables={data.tables} onDone={() => setPrinting(false)} />;
  return (
    <WorkPage
      title="Judging"
      figures={data && countProgress(data)}
      actions={
        data && (
          <Button
            variant={data.paused ? 'primary' : 'secondary'}
            className="px-4"
            busy={pause.isPending}
            onClick={() => pause.mutate({ body: { paused: !data.paused } })}
          >
            {!pause.isPending && <PauseIcon size={18} />}
            {data.paused ? 'Resume judging' : 'Pause judging'}
          </Button>
        )
      }
    >
      <Loaded query={progress} what="judging progress">
        {(data) => (
          <>
            <p className="text-lg font-semibold sm:text-xl">{describePace(data, event, now)}</p>
            {data.paused && (
              <p role="status" className="rounded-md border-2 border-warning bg-pending-bg p-4 text-pending">
                <strong>Judging is paused.</strong> Scores that judges submit wait on their devices and are
                sent when judging resumes.
              </p>
            )}
            <JudgingProblems progress={data} />
            <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              <JudgesCard judges={data.judges} tables={data.tables} onAccounts={onAccounts} />
              <TablesCard progress={data} onPrint={() => setPrinting(true)} />
            </div>
          </>
        )}
      </Loaded>
    </WorkPage>
  );
}

/** Returns when judging is done by the server's `computePace`, and how many judges have scored fewer than those beside them. */
function describePace(
  { pace, judges, tables, categories, paused }: JudgingProgress,
  event: EventView | undefined,
  now: number,
): string {
  const { missing, doneAt, idle } = pace;
  if (missing === 0) {
    const open = listUnscoredCategories(categories).map(({ label }) => label);
    if (tables.length === 0) return 'No tables yet.';
    return `Every table has ${wanted} scores${open.length > 0 ? `, but not in ${open.join(', ')}` : ''}.`;
  }
  const isBegun = tables.some((table) => table.judges.length > 0);
  const toGo = formatCount(missing, 'score');
  if (!isBegun) return `Nothing is scored yet; ${toGo} to go.`;
  const behind = judges.filter((judge) => judge.behind).length;
  const silent = paused ? 0 : judges.filter((judge) => isSilent(judge, now)).length;
  // Of judges who are silent nobody knows whether they are behind.
  const late = [
    (behind > 0 || silent === 0) && `${behind === 0 ? 'no judge' : formatCount(behind, 'judge')} behind`,
    silent > 0 && `${silent} silent`,
  ]
    .filter(Boolean)
    .join(', ');
  if (paused) return `Paused with ${toGo} to go; ${late}.`;
  const without = idle.map((track) => event && getRubricTitle(event, track)).join(' and ');
  const since = `without a score in the last half hour; ${late}.`;
  if (!doneAt) return `${toGo} to go, ${since}`;
  // When every judge with tables left is silent, the pace of the last half hour says nothing about the end.
  if (silent > 0 && judges.every((judge) => judge.silentSince === null || isSilent(judge, now)))
    return `${toGo} to go; ${late}.`;
  const done = `Done by ${formatTime(doneAt, event)} at this pace`;
  return without ? `${done}, except ${without} ${since}` : `${done}; ${late}.`;
}

/** Returns the figures of the page. Extra scores of one table do not make up for another table's missing ones. */
function countProgress({ judges, tables }: JudgingProgress) {
  const known = tables.filter((table) => table.known && !table.retired);
  const scores = known.reduce((sum, table) => sum + Math.min(wanted, table.judges.length), 0);
  const all = wanted * known.length;
  const share = all === 0 ? 0 : Math.floor((100 * scores) / all);
  return [
    ['Judges', judges.length],
    ['Tables', known.length],
    ['Done', `${share}%`],
    ['Not scored', known.filter((table) => table.judges.length === 0).length],
  ] as const;
}
