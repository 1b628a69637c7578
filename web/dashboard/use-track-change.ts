import { useState } from 'react';
import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { queryClient } from '../lib/query-client.ts';
import { teamQuery } from '../teams/teams.api.ts';
import { useUpdateTrack } from './dashboard.api.ts';

type Track = EventView['tracks'][number];

/** What a choice of track asks for before it is made. */
type TrackQuestion = { is: 'deck'; track: Track } | { is: 'limit'; track: Track; max: number };

/** What must be asked before the move to `track`; null when nothing. Refusals are the server's. */
export function findTrackQuestion(track: Track, memberCount: number | undefined): TrackQuestion | null {
  if (track.requiresPitchDeck) return { is: 'deck', track };
  const max = track.maxTeamSize;
  return max !== undefined && memberCount === max ? { is: 'limit', track, max } : null;
}

/** Changes one's track: at once on screen, then on the server; asks first where the track wants it. */
export function useTrackChange(user: User, application: Application) {
  const [question, setQuestion] = useState<TrackQuestion | null>(null);
  const updateTrack = useUpdateTrack(user);

  const choose = async (track: Track) => {
    if (track.id === application.track) return;
    // A team that cannot be read now is counted by the server all the same.
    const team =
      user.team && track.maxTeamSize !== undefined
        ? await queryClient
            .fetchQuery({ ...teamQuery(user.team), staleTime: 0, retry: false })
            .catch(() => undefined)
        : undefined;
    const asked = findTrackQuestion(track, team?.members.length);
    if (asked) setQuestion(asked);
    else updateTrack.mutate(track);
  };

  return {
    user,
    application,
    choose: (track: Track) => void choose(track),
    accept: (track: Track) => {
      updateTrack.mutate(track);
      setQuestion(null);
    },
    askForDeck: (track: Track) => setQuestion({ is: 'deck', track }),
    question,
    close: () => setQuestion(null),
  };
}
