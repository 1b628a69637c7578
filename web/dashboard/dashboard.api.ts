import { getMyCertificate } from '../../contract/after/certificates.ts';
import { getMyFeedback, submitFeedback } from '../../contract/after/feedback.ts';
import { updateAgreement } from '../../contract/apply/agreements.ts';
import * as contract from '../../contract/apply/applications.ts';
import { sendMyGuardianEmail, updateMyAnswers } from '../../contract/apply/my-account.ts';
import type { EventView } from '../../contract/event/site.ts';
import { renewPass } from '../../contract/event-day/check-in.ts';
import { listMyComments } from '../../contract/judging/judging.ts';
import type { BodySent } from '../../contract/platform/endpoint.ts';
import { fill, texts } from '../../contract/texts.ts';
import { ApiError } from '../lib/api-error.ts';
import { applicationQuery, patchSessionUser, refreshApplication } from '../lib/application.api.ts';
import { call, callQuery, queryClient } from '../lib/call.ts';
import { downloadBlob } from '../lib/download.ts';
import { fetchFile, upload } from '../lib/files.ts';
import { useUser } from '../lib/session.api.ts';
import { createAction, useAction } from '../lib/use-action.ts';
import { toast } from '../ui/toast.tsx';

export const useUpdateAgreement = createAction(updateAgreement, {
  send: ({ id, ...body }: BodySent<typeof updateAgreement> & { id: string }) => ({ params: { id }, body }),
  success: (_answer, { agreed }) => (agreed ? 'Thank you, you agreed' : 'Your agreement was revoked'),
  onSettled: refreshApplication,
});

export const useUpdateMyAnswers = createAction(updateMyAnswers, {
  send: (body: BodySent<typeof updateMyAnswers>) => ({ body }),
  success: 'Your answers were saved',
  isShown: true,
  onSuccess: refreshApplication,
});

export const useSendMyGuardianEmail = () => {
  const { error, errorText, ...action } = useAction(
    (email: string) => call(sendMyGuardianEmail, { body: { email } }),
    {
      success: 'The email is on its way',
      isShown: true,
      onSuccess: refreshApplication,
    },
  );
  const fields = error instanceof ApiError ? error.fields : {};
  return { ...action, errorText: Object.values(fields)[0] ?? errorText };
};

export const useDownloadCertificate = () =>
  useAction(async () => downloadBlob('certificate.pdf', await fetchFile(getMyCertificate)));

type Track = EventView['tracks'][number];

/** Returns what changes the application on screen at once; that returns what puts it back. */
function usePreviewApplication() {
  const { queryKey } = applicationQuery(useUser());
  return async (change: Partial<contract.Application>) => {
    await queryClient.cancelQueries({ queryKey });
    const before = queryClient.getQueryData(queryKey);
    if (before) queryClient.setQueryData(queryKey, { ...before, ...change });
    return () => queryClient.setQueryData(queryKey, before);
  };
}

export function useUpdateAttendance() {
  const preview = usePreviewApplication();
  return useAction((attending: boolean) => call(contract.updateAttendance, { body: { attending } }), {
    preview: (attending) =>
      preview({ attendanceConfirmed: attending, attendanceDeclined: attending ? undefined : true }),
    onSuccess: ({ attendanceConfirmed }) => patchSessionUser({ attendanceConfirmed }),
    onError: () => void refreshApplication(),
  });
}

const trackKey = ['track'];

export function useUpdateTrack() {
  const preview = usePreviewApplication();
  return useAction((track: Track) => call(contract.updateTrack, { body: { track: track.id } }), {
    mutationKey: trackKey,
    scope: { id: 'track' },
    success: texts.track.done,
    fallback: texts.track.failed,
    preview: (track) => preview({ track: track.id }),
    onSuccess: (_answer, { id, maxTeamSize }) => {
      void queryClient.invalidateQueries({ queryKey: ['teams'] });
      if (maxTeamSize !== undefined)
        toast.info(fill(texts.track.limitedInfo, { track: id, max: maxTeamSize }));
    },
    // A choice that follows must not be replaced by the answer to the one before.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: trackKey }) > 1 ? undefined : refreshApplication(),
  });
}

interface DeckUpload {
  file: File;
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

export const useUploadPitchDeck = () =>
  useAction(
    ({ file, onProgress, signal }: DeckUpload) =>
      upload(contract.uploadPitchDeck, { fields: {}, files: { pitchDeck: file }, onProgress, signal }),
    {
      success: texts.deck.done,
      fallback: texts.deck.failed,
      isShown: (_error, { signal }) => signal.aborted,
      onSuccess: refreshApplication,
    },
  );

export const useRenewPass = createAction(renewPass, {
  success: 'This is your new pass.',
  onSuccess: ({ qrCode }) => patchSessionUser({ qrCode }),
});

export const myFeedbackQuery = callQuery(['feedback', 'mine'], getMyFeedback);

export const useSubmitFeedback = createAction(submitFeedback, {
  send: (answers: BodySent<typeof submitFeedback>['answers']) => ({ body: { answers } }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: myFeedbackQuery.queryKey }),
});

export const myCommentsQuery = callQuery(['judging', 'comments'], listMyComments);
