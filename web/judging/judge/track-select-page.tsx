import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { EventView } from '../../../contract/event/site.ts';
import type { Judge, JudgingTrack } from '../../../contract/judging/judging.ts';
import {
  getRubricTitle,
  listTrackRubrics,
  listTracksOfRubric,
} from '../../../contract/judging/judging-tracks.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { texts } from '../../../contract/texts.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/field.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { toast } from '../../ui/toast.tsx';
import { myScoresQuery } from './judge.api.ts';
import { JudgeGuard } from './judge-guard.tsx';
import { storedTrack } from './judge-hint.ts';
import { JudgeLogOutButton } from './judge-log-out-button.tsx';
import { findRubric } from './judge-rubric.ts';

/** Where a judge chooses what to score, unless there is only one choice. */
export function Component() {
  useTitle('Choose a track');
  const event = useEvent();
  return (
    <JudgeGuard>
      {(judge) => {
        if (!event) return <LoadingScreen />;
        if (findRubric(event, judge, null)) return <Navigate to={paths.scoring} replace />;
        return <TrackSelect judge={judge} event={event} />;
      }}
    </JudgeGuard>
  );
}

function TrackSelect({ judge, event }: { judge: Judge; event: EventView }) {
  const navigate = useNavigate();
  const [track, setTrack] = useState<JudgingTrack | null>(null);
  const { data: scores } = useQuery(myScoresQuery);
  const proceed = () => {
    if (!track) return;
    try {
      storedTrack.set(track);
    } catch {
      toast.error(texts.judging.trackFailed);
      return;
    }
    toast.success(`${texts.judging.trackSelected}: ${getRubricTitle(event, track)}`);
    void navigate(paths.scoring);
  };
  const options = listTrackRubrics(event).map((value) => {
    const count = new Set(scores?.filter((score) => score.track === value).map((score) => score.team_number))
      .size;
    return {
      value,
      label: getRubricTitle(event, value),
      description: (
        <>
          <span className="block">
            {listTracksOfRubric(event, value)
              .map(({ summary }) => summary)
              .join('; ')}
          </span>
          <span className="mt-3 grid gap-1 text-xs">
            {event.rubric[value]!.map(({ key, label, weight }) => (
              <span key={key} className="flex justify-between gap-3">
                <span>{label}</span>
                <span className="tabular font-mono">{weight}%</span>
              </span>
            ))}
          </span>
        </>
      ),
      note: count > 0 && `${formatCount(count, 'team')} scored by you`,
    };
  });
  return (
    <div className="mx-auto grid max-w-3xl gap-6 py-2">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1}>Welcome, {judge.name}</h1>
        <JudgeLogOutButton judge={judge} />
      </div>
      <Form onSubmit={proceed} className="grid gap-6">
        <RadioCards
          legend="Which track do you judge?"
          columns={2}
          options={options}
          value={track}
          onValueChange={(value) => setTrack(value as JudgingTrack)}
        />
        <Button type="submit" disabled={!track} className="sm:justify-self-start">
          {track ? `Continue with ${getRubricTitle(event, track)}` : 'Continue'}
        </Button>
      </Form>
    </div>
  );
}
