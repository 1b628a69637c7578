import { enterPaperScore, moveScores } from '../../contract/judging/judging.ts';
import {
  assignTables,
  createJudges,
  getJudgingProgress,
  importJudges,
  type JudgeConflict,
  type JudgeProgress,
  liftConflict,
  moveTable,
  pauseJudging,
  removeJudge,
  renameJudge,
  resetJudgePassword,
  retireTables,
  sendTableEmails,
  type TableParties,
} from '../../contract/judging/judging-admin.ts';
import { formatCount } from '../../contract/platform/format.ts';
import { type CallInput, call, callQuery } from '../lib/call.ts';
import { queryClient } from '../lib/query-client.ts';
import { useAction } from '../lib/use-action.ts';

// Besides live events: the time since a judge's last score goes on without one. In milliseconds.
const refetchInterval = 60_000;

export const judgingProgressQuery = {
  ...callQuery(['judging-admin', 'progress'], getJudgingProgress),
  refetchInterval,
  staleTime: 0,
};

const refresh = () => queryClient.invalidateQueries({ queryKey: judgingProgressQuery.queryKey });

const notCreated = 'The judges could not be created. Please try again.';

/** Creates judges named Judge 1, Judge 2 and so on; the answer has their passwords. Its error is shown by the form. */
export function useCreateJudges() {
  return useAction((count: number) => call(createJudges, { body: { count } }), {
    fallback: notCreated,
    isShown: () => true,
  });
}

/** Creates the judges of a list or CSV, as `useCreateJudges` does. */
export function useImportJudges() {
  return useAction((list: string) => call(importJudges, { body: { list } }), {
    fallback: notCreated,
    isShown: () => true,
  });
}

/** Replaces the password of a judge; the answer has the new one. */
export function useResetJudgePassword() {
  return useAction(({ username }: JudgeProgress) => call(resetJudgePassword, { params: { username } }), {
    fallback: 'The password could not be reset. Please try again.',
  });
}

/** Renames a judge. Its error is shown by the form. */
export function useRenameJudge() {
  return useAction(
    ({ judge: { username }, name }: { judge: JudgeProgress; name: string }) =>
      call(renameJudge, { params: { username }, body: { name } }),
    {
      fallback: 'The judge could not be renamed. Please try again.',
      success: ({ name }, { judge }) => `${judge.name} is now ${name}.`,
      isShown: () => true,
      onSuccess: refresh,
    },
  );
}

export function useRemoveJudge() {
  return useAction(
    ({ judge: { username }, scores }: { judge: JudgeProgress; scores: 'keep' | 'void' }) =>
      call(removeJudge, { params: { username }, query: { scores } }),
    {
      fallback: 'The judge could not be removed. Please try again.',
      success: (_answer, { judge: { name }, scores }) =>
        `${name} has been removed. ${scores === 'void' ? 'None of their scores counts any more.' : 'Their scores stay.'}`,
      onSuccess: refresh,
    },
  );
}

/** Enters a judge's score from paper. Its error is shown by the form. */
export function useEnterPaperScore() {
  return useAction(
    ({
      judge: { username },
      body,
      key,
    }: { judge: JudgeProgress; key: string } & Pick<CallInput<typeof enterPaperScore>, 'body'>) =>
      call(enterPaperScore, { params: { username }, body, idempotencyKey: key }),
    {
      fallback: 'The score could not be entered. Please try again.',
      success: (_answer, { judge, body }) =>
        `The score of ${judge.name} for table ${body.team_number} is entered.`,
      isShown: () => true,
      onSuccess: refresh,
    },
  );
}

/** Moves scores to other tables, and refetches progress and results. Its error is shown by the form. */
export function useMoveScores() {
  return useAction((moves: { id: number; to: number }[]) => call(moveScores, { body: { moves } }), {
    fallback: 'The scores could not be moved. Please try again.',
    success: ({ moved }) => `${formatCount(moved, 'score')} moved.`,
    isShown: () => true,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['score-review'] });
      return refresh();
    },
  });
}

export function usePauseJudging() {
  return useAction((paused: boolean) => call(pauseJudging, { body: { paused } }), {
    fallback: 'Judging could not be paused or resumed. Please try again.',
    onSuccess: refresh,
  });
}

/** Assigns table numbers to everybody approved, or only to those who are checked in or have submitted a project. */
export function useAssignTables() {
  return useAction((who: TableParties) => call(assignTables, { query: { who } }), {
    fallback: 'The tables could not be numbered. Please try again.',
    success: ({ assigned, total }, who) => {
      if (assigned > 0) return `${formatCount(assigned, 'table')} numbered, ${total} in all.`;
      const everybody = {
        approved: 'who is approved',
        'checked-in': 'who is checked in',
        submitted: 'who has submitted a project',
      };
      return `Everybody ${everybody[who]} has a number.`;
    },
    onSuccess: refresh,
  });
}

export function useRetireTables() {
  return useAction(
    ({ numbers, retired }: { numbers: number[]; retired: boolean }) =>
      call(retireTables, { body: { numbers, retired } }),
    {
      fallback: 'The tables could not be changed. Please try again.',
      success: ({ changed }, { retired }) =>
        retired
          ? `${formatCount(changed, 'table')} retired. Judges are no longer sent there.`
          : `${formatCount(changed, 'table')} restored.`,
      onSuccess: refresh,
    },
  );
}

/** Moves a team to another number. Its error is shown by the form. */
export function useMoveTable() {
  return useAction((body: { from: number; to: number }) => call(moveTable, { body }), {
    fallback: 'The team could not be moved. Please try again.',
    success: (_answer, { to }) => `Moved to table ${to}.`,
    isShown: () => true,
    onSuccess: refresh,
  });
}

export function useSendTableEmails() {
  return useAction(() => call(sendTableEmails), {
    fallback: 'The emails could not be sent. Please try again.',
    success: ({ sent }) => `${formatCount(sent, 'email is on its', 'emails are on their')} way.`,
    onSuccess: refresh,
  });
}

/** Lifts a judge's conflict of interest, so that they can score the team. */
export function useLiftConflict() {
  return useAction(
    ({ username, teamNumber }: JudgeConflict) => call(liftConflict, { params: { username, teamNumber } }),
    {
      fallback: 'The conflict could not be lifted. Please try again.',
      success: (_answer, { judgeName, teamName }) => `${judgeName} can score ${teamName} now.`,
      onSettled: refresh,
    },
  );
}
