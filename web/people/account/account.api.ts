import * as contract from '../../../contract/apply/my-account.ts';
import { deleteMyAccount, exportPersonalData, updateMyName } from '../../../contract/people/account.ts';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { refreshApplication, useShowAccount } from '../../lib/application.api.ts';
import { call } from '../../lib/call.ts';
import { downloadBlob } from '../../lib/download.ts';
import { fetchFile, upload } from '../../lib/files.ts';
import { goodbyeKey, logOut } from '../../lib/log-out.ts';
import { deletePersonal } from '../../lib/offline-queue.ts';
import { setSessionUser } from '../../lib/session.api.ts';
import { createAction, useAction } from '../../lib/use-action.ts';

export const useDownloadPersonalData = () =>
  useAction(async () => downloadBlob('about-me.zip', await fetchFile(exportPersonalData)));

// The forms show their errors at the field, so that they need no toast.
export const useUpdateName = createAction(updateMyName, {
  send: (name: string) => ({ body: { name } }),
  success: 'Your name was saved',
  isShown: true,
  onSuccess: ({ user }) => {
    setSessionUser(user);
    void refreshApplication();
  },
});

export const useUpdateDetails = () =>
  useAction((body: BodySent<typeof contract.updateMyDetails>) => call(contract.updateMyDetails, { body }), {
    success: 'Your details were saved',
    isShown: true,
    onSuccess: useShowAccount(),
  });

interface ResumeUpload {
  file: File;
  onProgress: (part: number) => void;
}

export const useUpdateResume = () =>
  useAction(
    ({ file, onProgress }: ResumeUpload) =>
      upload(contract.updateMyResume, { fields: {}, files: { resume: file }, onProgress }),
    {
      success: 'Your resume was replaced',
      isShown: true,
      onSuccess: useShowAccount(),
    },
  );

export const useWithdraw = () =>
  useAction(() => call(contract.withdrawApplication), {
    success: 'Your application was withdrawn',
    onSuccess: useShowAccount(),
  });

export const useDeleteAccount = createAction(deleteMyAccount, {
  isShown: true,
  // Clears what this device stores, and leaves the app.
  onSuccess: async () => {
    sessionStorage.setItem(goodbyeKey, '1');
    await deletePersonal().catch((error: unknown) => console.warn(error));
    await logOut();
  },
});
