import type { Judge } from '../../../contract/judging/judging.ts';
import { askInDialog } from '../../layout/log-out-dialog.ts';
import { Button } from '../../ui/button.tsx';
import { useEndJudgeSession } from './judge.api.ts';
import { getScoreKind } from './send-scores.ts';

/** Logs a judge out; asks first while scores of theirs wait on this device. */
export function JudgeLogOutButton({ judge, className }: { judge: Judge; className?: string }) {
  const endSession = useEndJudgeSession();
  const logOut = async () => {
    const { confirmJudgeLogOut } = await import('../../lib/confirm-log-out.ts');
    if (await confirmJudgeLogOut(getScoreKind(judge.username), askInDialog)) await endSession();
  };
  return (
    <Button variant="ghost" className={className} onClick={() => void logOut()}>
      Logout
    </Button>
  );
}
