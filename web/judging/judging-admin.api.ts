import { enterPaperScore, moveScores } from '../../contract/judging/judging.ts';
import * as contract from '../../contract/judging/judging-admin.ts';
import { formatCount } from '../../contract/platform/format.ts';
import { type CallInput, callQuery, queryClient } from '../lib/call.ts';
import { createAction } from '../lib/use-action.ts';

// Besides live events: the time since a judge's last score goes on without one. In milliseconds.
const refetchInterval = 60_000;

export const judgingProgressQuery = {
  ...callQuery(['judging-admin', 'progress'], contract.getJudgingProgress),
  refetchInterval,
  staleTime: 0,
};

const refresh = () => queryClient.invalidateQueries({ queryKey: judgingProgressQuery.queryKey });

/** Creates judges named Judge 1, Judge 2 and so on; the answer has their passwords. Its error is shown by the form. */
export const useCreateJudges = createAction(contract.createJudges, { isShown: true });

/** Creates the judges of a list or CSV, as `useCreateJudges` does. */
export const useImportJudges = createAction(contract.importJudges, { isShown: true });

/** Replaces the password of a judge; the answer has the new one. */
export const useResetJudgePassword = createAction(contract.resetJudgePassword);

/** Sends an email to judges, with the same key once. Its error is shown by the form. */
export const useEmailJudges = createAction(contract.emailJudges, {
  success: ({ sent }) => `${formatCount(sent, 'email is on its', 'emails are on their')} way.`,
  isShown: true,
});

export const useUpdateJudge = createAction(contract.updateJudge, {
  send: ({ judge, ...body }: { judge: contract.JudgeProgress; name: string; email: string | null }) => ({
    params: { username: judge.username },
    body,
  }),
  success: ({ name }, { judge }) =>
    name === judge.name ? `${name} has been changed.` : `${judge.name} is now ${name}.`,
  isShown: true,
  onSuccess: refresh,
});

export const useRemoveJudge = createAction(contract.removeJudge, {
  send: ({ judge: { username }, scores }: { judge: contract.JudgeProgress; scores: 'keep' | 'void' }) => ({
    params: { username },
    query: { scores },
  }),
  success: (_answer, { judge: { name }, scores }) =>
    `${name} has been removed. ${scores === 'void' ? 'None of their scores counts any more.' : 'Their scores stay.'}`,
  onSuccess: refresh,
});

export const useEnterPaperScore = createAction(enterPaperScore, {
  send: ({
    judge: { username },
    body,
    key,
  }: { judge: contract.JudgeProgress; key: string } & Pick<CallInput<typeof enterPaperScore>, 'body'>) => ({
    params: { username },
    body,
    idempotencyKey: key,
  }),
  success: (_answer, { judge, body }) =>
    `The score of ${judge.name} for table ${body.team_number} is entered.`,
  isShown: true,
  onSuccess: refresh,
});

/** Moves scores to other tables, and refetches progress and results. Its error is shown by the form. */
export const useMoveScores = createAction(moveScores, {
  success: ({ moved }) => `${formatCount(moved, 'score')} moved.`,
  isShown: true,
  onSuccess: () => {
    void queryClient.invalidateQueries({ queryKey: ['score-review'] });
    return refresh();
  },
});

export const usePauseJudging = createAction(contract.pauseJudging, { onSuccess: refresh });

/** Assigns table numbers to everybody approved, or only to those who are checked in or have submitted a project. */
export const useAssignTables = createAction(contract.assignTables, {
  send: (who: contract.TableParties) => ({ query: { who } }),
  isShown: true,
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

export const useRetireTables = createAction(contract.retireTables, {
  success: ({ changed }, { body }) =>
    body.retired
      ? `${formatCount(changed, 'table')} retired. Judges are no longer sent there.`
      : `${formatCount(changed, 'table')} restored.`,
  onSuccess: refresh,
});

export const useMoveTable = createAction(contract.moveTable, {
  success: (_answer, { body }) => `Moved to table ${body.to}.`,
  isShown: true,
  onSuccess: refresh,
});

export const useSendTableEmails = createAction(contract.sendTableEmails, {
  success: ({ sent }) => `${formatCount(sent, 'email is on its', 'emails are on their')} way.`,
  onSuccess: refresh,
});

/** Lifts a judge's conflict of interest, so that they can score the team. */
export const useLiftConflict = createAction(contract.liftConflict, {
  send: ({ username, teamNumber }: contract.JudgeConflict) => ({ params: { username, teamNumber } }),
  success: (_answer, { judgeName, teamName }) => `${judgeName} can score ${teamName} now.`,
  onSettled: refresh,
});
