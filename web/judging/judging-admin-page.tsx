import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { JudgeAccount, JudgingProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { WorkPage } from '../layout/work-page.tsx';
import { useTitle } from '../lib/title.ts';
import { useLiveQuery } from '../lib/use-live-query.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ConflictsCard } from './conflicts-card.tsx';
import { JudgesCard } from './judges-card.tsx';
import { judgingProgressQuery, usePauseJudging } from './judging-admin.api.ts';
import { SignInSheets } from './sign-in-sheets.tsx';
import { TableList } from './table-list.tsx';
import { TablesCard } from './tables-card.tsx';

function PauseButton({ paused }: { paused: boolean }) {
  const pause = usePauseJudging();
  const Icon = paused ? Play : Pause;
  return (
    <Button
      variant={paused ? 'primary' : 'secondary'}
      className="px-4"
      busy={pause.isPending}
      onClick={() => pause.mutate(!paused)}
    >
      {!pause.isPending && <Icon size={18} />}
      {paused ? 'Resume judging' : 'Pause judging'}
    </Button>
  );
}

const refreshAtMostEvery = 1000;
const wanted = limits.judging.scoresPerTeam;

/** Judging for organizers: accounts, progress and pause. New passwords are shown once, on a page of their own. */
export function Component() {
  useTitle('Judging');
  const [accounts, setAccounts] = useState<JudgeAccount[]>([]);
  if (accounts.length > 0) return <SignInSheets accounts={accounts} onDone={() => setAccounts([])} />;
  return <JudgingAdmin onAccounts={setAccounts} />;
}

function JudgingAdmin({ onAccounts }: { onAccounts: (accounts: JudgeAccount[]) => void }) {
  const { data, error, refetch } = useLiveQuery(judgingProgressQuery, 'judging', {
    atMostEvery: refreshAtMostEvery,
  });
  const [printing, setPrinting] = useState(false);
  if (printing && data) return <TableList tables={data.tables} onDone={() => setPrinting(false)} />;
  return (
    <WorkPage
      title="Judging"
      figures={data && countProgress(data)}
      actions={data && <PauseButton paused={data.paused} />}
    >
      {error && <ErrorBox message="The judging progress could not be loaded." onRetry={refetch} />}
      {!data && !error && <Skeleton text="Loading..." />}
      {data && (
        <>
          {data.paused && (
            <p role="status" className="rounded-md border-2 border-warning bg-pending-bg p-4 text-pending">
              <strong>Judging is paused.</strong> Scores that judges submit wait on their devices and are sent
              when judging resumes.
            </p>
          )}
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <div className="grid grid-cols-1 gap-4">
              <JudgesCard judges={data.judges} onAccounts={onAccounts} />
              <ConflictsCard conflicts={data.conflicts} />
            </div>
            <TablesCard progress={data} onPrint={() => setPrinting(true)} />
          </div>
        </>
      )}
    </WorkPage>
  );
}

/** Returns the figures of the page. Extra scores of one table do not make up for another table's missing ones. */
function countProgress({ judges, tables }: JudgingProgress) {
  const known = tables.filter((table) => table.known && !table.retired);
  const scores = known.reduce((sum, table) => sum + Math.min(wanted, table.judges.length), 0);
  const share = known.length === 0 ? 0 : Math.floor((100 * scores) / (wanted * known.length));
  return [
    ['Judges', judges.length],
    ['Tables', known.length],
    ['Done', `${share}%`],
    ['Not scored', known.filter((table) => table.judges.length === 0).length],
  ] as const;
}
