import { Navigate, useNavigate } from 'react-router';
import type { Judge, JudgingTrack } from '../../../contract/judging/judging.ts';
import { getRubricTitle } from '../../../contract/judging/judging-tracks.ts';
import { paths } from '../../../contract/pages.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/button.tsx';
import { useJudgingPaused } from './judge.api.ts';
import { JudgeGuard } from './judge-guard.tsx';
import { clearStoredTrack, getStoredTrack } from './judge-hint.ts';
import { LogOutButton } from './log-out-button.tsx';
import { PausedNote } from './paused-note.tsx';
import { useQueuedTrackScores } from './queued-scores.ts';
import { useStoredScoreDraft } from './score-draft.ts';
import { ScoreForm } from './score-form.tsx';
import { ScoredStrip } from './scored-strip.tsx';

/** Where a judge scores one team after the other. */
export function Component() {
  useTitle('Scoring');
  return (
    <JudgeGuard>
      {(judge) => <Scoring judge={judge} track={judge.prize ? null : getStoredTrack()} />}
    </JudgeGuard>
  );
}

function Scoring({ judge, track }: { judge: Judge; track: JudgingTrack | null }) {
  const event = useEvent();
  const navigate = useNavigate();
  const paused = useJudgingPaused();
  const queue = useQueuedTrackScores(judge.username, paused);
  const stored = useStoredScoreDraft(judge.username, track);
  if (!track) return <Navigate to={paths.trackSelect} replace />;
  if (!event || stored === undefined) return <LoadingScreen />;
  const waiting = queue.flatMap(({ trouble, payload: { body } }) =>
    !trouble && body.track === track && body.team_number ? [body.team_number] : [],
  );
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h1 tabIndex={-1}>{getRubricTitle(event, track)}</h1>
          <p className="mt-1 text-muted">{judge.name}</p>
        </div>
        <div className="-mx-3 flex">
          <Button
            variant="ghost"
            className="px-3"
            onClick={() => {
              clearStoredTrack();
              void navigate(paths.trackSelect);
            }}
          >
            Change Track
          </Button>
          <LogOutButton judge={judge} className="px-3" />
        </div>
      </div>
      {paused && <PausedNote />}
      <ScoredStrip queue={queue} track={track} />
      <ScoreForm
        key={`${judge.username} ${track}`}
        judge={judge}
        track={track}
        event={event}
        waiting={waiting}
        stored={stored}
      />
    </div>
  );
}
