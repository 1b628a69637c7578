import { Navigate, useNavigate } from 'react-router';
import type { Judge } from '../../../contract/judging/judging.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/button.tsx';
import { useJudgingPaused } from './judge.api.ts';
import { JudgeGuard } from './judge-guard.tsx';
import { storedTrack } from './judge-hint.ts';
import { JudgeLogOutButton } from './judge-log-out-button.tsx';
import { findRubric } from './judge-rubric.ts';
import { useStoredScoreDraft } from './score-draft.ts';
import { ScoreForm } from './score-form.tsx';
import { useQueuedScores } from './send-scores.ts';

export function Component() {
  useTitle('Scoring');
  return <JudgeGuard>{(judge) => <Scoring judge={judge} />}</JudgeGuard>;
}

function Scoring({ judge }: { judge: Judge }) {
  const event = useEvent();
  const navigate = useNavigate();
  const paused = useJudgingPaused();
  const queue = useQueuedScores(judge.username, paused);
  const rubric = event && findRubric(event, judge, storedTrack.get());
  const stored = useStoredScoreDraft(judge.username, rubric?.key);
  if (event && !rubric) return <Navigate to={paths.trackSelect} replace />;
  if (!event || !rubric || stored === undefined) return <LoadingScreen />;
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h1 tabIndex={-1}>{rubric.title}</h1>
          <p className="mt-1 text-muted">{[judge.name, rubric.by].filter(Boolean).join(', ')}</p>
        </div>
        <div className="-mx-3 flex">
          {!findRubric(event, judge, null) && (
            <Button
              variant="ghost"
              className="px-3"
              onClick={() => {
                storedTrack.clear();
                void navigate(paths.trackSelect);
              }}
            >
              Change Track
            </Button>
          )}
          <JudgeLogOutButton judge={judge} className="px-3" />
        </div>
      </div>
      {paused && (
        <p role="status" className="rounded-md border-2 border-warning bg-pending-bg px-4 py-3 text-pending">
          <strong>Judging is paused.</strong> You can continue: the scores you submit wait on this device and
          are sent when judging resumes.
        </p>
      )}
      <ScoreForm
        key={`${judge.username} ${rubric.key}`}
        judge={judge}
        rubric={rubric}
        event={event}
        queue={queue}
        stored={stored}
      />
    </div>
  );
}
