import { getMyCertificate } from '../../contract/after/certificates.ts';
import { getMyFeedback, submitFeedback } from '../../contract/after/feedback.ts';
import { updateAgreement } from '../../contract/apply/agreements.ts';
import * as contract from '../../contract/apply/applications.ts';
import { sendMyGuardianEmail, updateMyAnswers } from '../../contract/apply/my-account.ts';
import type { EventView } from '../../contract/event/site.ts';
import { renewPass } from '../../contract/event-day/check-in.ts';
import { listMyComments } from '../../contract/judging/judging.ts';
import type { User } from '../../contract/people/users.ts';
import type { BodySent } from '../../contract/platform/endpoint.ts';
import { fill, texts } from '../../contract/texts.ts';
import { ApiError } from '../lib/api-error.ts';
import { applicationQuery, patchApplication, refreshApplication } from '../lib/application.api.ts';
import { call, callQuery, queryClient } from '../lib/call.ts';
import { downloadBlob } from '../lib/download.ts';
import { fetchFile, upload } from '../lib/files.ts';
import { setSessionUser } from '../lib/session.api.ts';
import { createAction, useAction } from '../lib/use-action.ts';
import { toast } from '../ui/toast.tsx';

interface Change {
  id: string;
  agreed: boolean;
  /** The version on screen. */
  version: string;
}

export const useUpdateAgreement = (user: User) =>
  useAction(({ id, ...body }: Change) => call(updateAgreement, { params: { id }, body }), {
    success: (_answer, { agreed }) => (agreed ? 'Thank you, you agreed' : 'Your agreement was revoked'),
    onSettled: () => refreshApplication(user),
  });

export const useUpdateMyAnswers = (user: User) =>
  useAction((body: BodySent<typeof updateMyAnswers>) => call(updateMyAnswers, { body }), {
    success: 'Your answers were saved',
    isShown: true,
    onSuccess: () => refreshApplication(user),
  });

export const useSendMyGuardianEmail = (user: User) => {
  const { error, errorText, ...action } = useAction(
    (email: string) => call(sendMyGuardianEmail, { body: { email } }),
    {
      success: 'The email is on its way',
      isShown: true,
      onSuccess: () => refreshApplication(user),
    },
  );
  const fields = error instanceof ApiError ? error.fields : {};
  return { ...action, errorText: Object.values(fields)[0] ?? errorText };
};

export const useDownloadCertificate = () =>
  useAction(async () => downloadBlob('certificate.pdf', await fetchFile(getMyCertificate)));

type Track = EventView['tracks'][number];

/** Changes the application on screen at once; returns what puts it back. */
async function previewApplication(user: User, change: Partial<contract.Application>) {
  await queryClient.cancelQueries({ queryKey: applicationQuery(user).queryKey });
  const before = patchApplication(user._id, change);
  return () => {
    if (before) patchApplication(user._id, before);
  };
}

export const useUpdateAttendance = (user: User) =>
  useAction((attending: boolean) => call(contract.updateAttendance, { body: { attending } }), {
    preview: (attending) =>
      previewApplication(user, {
        attendanceConfirmed: attending,
        attendanceDeclined: attending ? undefined : true,
      }),
    onSuccess: ({ attendanceConfirmed }) => setSessionUser({ ...user, attendanceConfirmed }),
    onError: () => void refreshApplication(user),
  });

const trackKey = ['track'];

export const useUpdateTrack = (user: User) =>
  useAction((track: Track) => call(contract.updateTrack, { body: { track: track.id } }), {
    mutationKey: trackKey,
    scope: { id: 'track' },
    success: texts.track.done,
    fallback: texts.track.failed,
    preview: (track) => previewApplication(user, { track: track.id }),
    onSuccess: (_answer, { id, maxTeamSize }) => {
      void queryClient.invalidateQueries({ queryKey: ['teams'] });
      if (maxTeamSize !== undefined)
        toast.info(fill(texts.track.limitedInfo, { track: id, max: maxTeamSize }));
    },
    // A choice that follows must not be replaced by the answer to the one before.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: trackKey }) > 1 ? undefined : refreshApplication(user),
  });

interface DeckUpload {
  file: File;
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

export const useUploadPitchDeck = (user: User) =>
  useAction(
    ({ file, onProgress, signal }: DeckUpload) =>
      upload(contract.uploadPitchDeck, { fields: {}, files: { pitchDeck: file }, onProgress, signal }),
    {
      success: texts.deck.done,
      fallback: texts.deck.failed,
      isShown: (_error, { signal }) => signal.aborted,
      onSuccess: () => refreshApplication(user),
    },
  );

export const useRenewPass = (user: User) =>
  useAction(() => call(renewPass, { params: { id: user._id } }), {
    success: 'This is your new pass.',
    onSuccess: ({ qrCode }) => setSessionUser({ ...user, qrCode }),
  });

export const myFeedbackQuery = callQuery(['feedback', 'mine'], getMyFeedback);

export const useSubmitFeedback = createAction(submitFeedback, {
  send: (answers: BodySent<typeof submitFeedback>['answers']) => ({ body: { answers } }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: myFeedbackQuery.queryKey }),
});

export const myCommentsQuery = callQuery(['judging', 'comments'], listMyComments);
