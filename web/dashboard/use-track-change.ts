import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Application, updateTrack } from '../../contract/applications.ts';
import type { EventView } from '../../contract/site.ts';
import { getTeam } from '../../contract/teams.ts';
import { fill, texts } from '../../contract/texts.ts';
import type { User } from '../../contract/users.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { applicationQuery, patchApplication } from '../lib/application.api.ts';
import { call } from '../lib/call.ts';
import { notify } from '../ui/notify.tsx';

type Track = EventView['tracks'][number];

/** What a choice of track asks for before it is made. */
export type TrackQuestion = { is: 'deck'; track: Track } | { is: 'limit'; track: Track; max: number };

/** What must be asked before the move to `track`; null when nothing. Refusals are the server's. */
export function findTrackQuestion(track: Track, memberCount: number | undefined): TrackQuestion | null {
  if (track.requiresPitchDeck) return { is: 'deck', track };
  const max = track.maxTeamSize;
  return max !== undefined && memberCount === max ? { is: 'limit', track, max } : null;
}

/** Changes the own track: at once on screen, then on the server; asks first where the track wants it. */
export function useTrackChange(user: User, application: Application) {
  const client = useQueryClient();
  const [question, setQuestion] = useState<TrackQuestion | null>(null);
  const { queryKey } = applicationQuery(user);

  const change = useMutation({
    mutationFn: (track: Track) => call(updateTrack, { body: { track: track.id } }),
    onMutate: async (track) => {
      await client.cancelQueries({ queryKey });
      return patchApplication(user._id, { track: track.id });
    },
    onSuccess: (_answer, track) => {
      notify.success(texts.track.done);
      if (track.maxTeamSize !== undefined)
        notify.info(fill(texts.track.limitedInfo, { track: track.id, max: track.maxTeamSize }));
    },
    onError: (error, _track, before) => {
      if (before) patchApplication(user._id, { track: before.track });
      notify.error(getErrorMessage(error, texts.track.failed));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });

  const choose = async (track: Track) => {
    if (track.id === application.track || change.isPending) return;
    // A team that cannot be read now is counted by the server all the same.
    const team =
      user.team && track.maxTeamSize !== undefined
        ? await call(getTeam, { params: { id: user.team } }).catch(() => undefined)
        : undefined;
    const asked = findTrackQuestion(track, team?.members.length);
    if (asked) setQuestion(asked);
    else change.mutate(track);
  };

  return {
    choose: (track: Track) => void choose(track),
    change: change.mutate,
    askForDeck: (track: Track) => setQuestion({ is: 'deck', track }),
    question,
    close: () => setQuestion(null),
  };
}
