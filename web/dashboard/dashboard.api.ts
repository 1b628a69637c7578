import {
  type Application,
  updateAttendance,
  updateTrack,
  uploadPitchDeck,
} from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { renewPass } from '../../contract/event-day/check-in.ts';
import type { User } from '../../contract/people/users.ts';
import { fill, texts } from '../../contract/texts.ts';
import { applicationQuery, patchApplication, refreshApplication } from '../lib/application.api.ts';
import { call } from '../lib/call.ts';
import { queryClient } from '../lib/query-client.ts';
import { setSessionUser } from '../lib/session.api.ts';
import { upload } from '../lib/upload.ts';
import { useAction } from '../lib/use-action.ts';
import { toast } from '../ui/toast.tsx';

type Track = EventView['tracks'][number];

/** Changes the application on screen at once; returns what puts it back. */
async function previewApplication(user: User, change: Partial<Application>) {
  await queryClient.cancelQueries({ queryKey: applicationQuery(user).queryKey });
  const before = patchApplication(user._id, change);
  return () => {
    if (before) patchApplication(user._id, before);
  };
}

export function useUpdateAttendance(user: User) {
  return useAction((attending: boolean) => call(updateAttendance, { body: { attending } }), {
    fallback: 'Your answer could not be saved',
    preview: (attending) =>
      previewApplication(user, {
        attendanceConfirmed: attending,
        attendanceDeclined: attending ? undefined : true,
      }),
    onSuccess: ({ attendanceConfirmed }) => setSessionUser({ ...user, attendanceConfirmed }),
    onError: () => void refreshApplication(user),
  });
}

const trackKey = ['track'];

export function useUpdateTrack(user: User) {
  return useAction((track: Track) => call(updateTrack, { body: { track: track.id } }), {
    mutationKey: trackKey,
    scope: { id: 'track' },
    success: texts.track.done,
    fallback: texts.track.failed,
    preview: (track) => previewApplication(user, { track: track.id }),
    onSuccess: (_answer, { id, maxTeamSize }) => {
      if (maxTeamSize !== undefined)
        void toast.info(fill(texts.track.limitedInfo, { track: id, max: maxTeamSize }));
    },
    // A choice that follows must not be replaced by the answer to the one before.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: trackKey }) > 1 ? undefined : refreshApplication(user),
  });
}

interface DeckUpload {
  file: File;
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

export function useUploadPitchDeck(user: User) {
  return useAction(
    ({ file, onProgress, signal }: DeckUpload) =>
      upload(uploadPitchDeck, { fields: {}, files: { pitchDeck: file }, onProgress, signal }),
    {
      success: texts.deck.done,
      fallback: texts.deck.failed,
      isShown: (_error, { signal }) => signal.aborted,
      onSuccess: () => refreshApplication(user),
    },
  );
}

export function useRenewPass(user: User) {
  return useAction(() => call(renewPass, { params: { id: user._id } }), {
    success: 'This is your new pass.',
    fallback: 'Your code could not be replaced. Please try again.',
    onSuccess: ({ qrCode }) => setSessionUser({ ...user, qrCode }),
  });
}
