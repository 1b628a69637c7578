import { useState } from 'react';
import type { JudgeAccount, JudgingProgress } from '../../contract/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { useTitle } from '../lib/title.ts';
import { useLiveQuery } from '../lib/use-live-query.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Figures } from '../ui/figures.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { JudgesCard } from './judges-card.tsx';
import { judgingProgressQuery } from './judging-admin.api.ts';
import { PauseButton } from './pause-button.tsx';
import { SignInSheets } from './sign-in-sheets.tsx';
import { TablesCard } from './tables-card.tsx';

const refreshAtMostEvery = 1000;
const wanted = limits.judging.scoresPerTeam;

/** Where organisers run judging: accounts, how far it is, and the pause. New passwords take the whole page, once. */
export function Component() {
  useTitle('Judging');
  const [accounts, setAccounts] = useState<JudgeAccount[]>([]);
  if (accounts.length > 0) return <SignInSheets accounts={accounts} onDone={() => setAccounts([])} />;
  return <Hall onAccounts={setAccounts} />;
}

function Hall({ onAccounts }: { onAccounts: (accounts: JudgeAccount[]) => void }) {
  const { data, error, refetch } = useLiveQuery(judgingProgressQuery, 'judging', {
    atMostEvery: refreshAtMostEvery,
  });
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-2xl sm:text-3xl">
          Judging
        </h1>
        <div className="flex flex-wrap gap-3">
          {data && <PauseButton paused={data.paused} />}
          <LinkButton href={paths.scoreReview} variant="ghost" className="px-3">
            Score review
          </LinkButton>
        </div>
      </div>
      {error && <ErrorBox message="Judging could not be loaded." onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton text="Loading..." />}
      {data && (
        <>
          {data.paused && (
            <p role="status" className="rounded-md border-2 border-warning bg-pending-bg p-4 text-pending">
              <strong>Judging is paused.</strong> No score is taken. What judges submit waits on their devices
              and is sent when judging goes on.
            </p>
          )}
          <Figures figures={figuresOf(data)} />
          <JudgesCard judges={data.judges} onAccounts={onAccounts} />
          <TablesCard tables={data.tables} />
        </>
      )}
    </div>
  );
}

/** Scores beyond the wanted ones of a table do not make up for those that another lacks. */
function figuresOf({ judges, tables }: JudgingProgress) {
  const known = tables.filter((table) => table.known);
  const scores = known.reduce((sum, table) => sum + Math.min(wanted, table.judges.length), 0);
  const share = known.length === 0 ? 0 : Math.floor((100 * scores) / (wanted * known.length));
  return [
    ['Judges', judges.length],
    ['Tables', known.length],
    ['Done', `${share}%`],
    ['Unseen', known.filter((table) => table.judges.length === 0).length],
  ] as const;
}
