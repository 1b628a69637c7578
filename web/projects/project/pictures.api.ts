import { createPicture, deletePicture, updatePicture } from '../../../contract/projects/project-pictures.ts';
import type { MyProject } from '../../../contract/projects/projects.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { upload } from '../../lib/files.ts';
import { useAction } from '../../lib/use-action.ts';
import { useSetProject } from './project.api.ts';

/** Bytes below which a picture is sent as it is. */
const smallEnough = 1_500_000;
/** Pixels of the longer side: more than the server stores. */
const longestSide = 2400;

/**
 * Returns a large picture smaller, as a JPEG, so that it also arrives over a crowded network; the picture itself when it
 * is small, or when this browser cannot open it. The server judges whatever is sent.
 */
async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= smallEnough) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.9);
    });
    return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    return file;
  }
}

const mostTries = 20;

/** The 5 s of the answer's `Retry-After`, spread out: whoever was refused together does not come back together. */
const retryDelay = () => 3000 + Math.random() * 4000;

/** Whether the server could not take a picture now: it is sent again without asking. */
const isBusy = (failures: number, error: unknown) =>
  failures < mostTries && error instanceof ApiError && error.status === 503;

const fallback = 'The picture could not be changed. Please try again.';

export const useCreatePicture = () =>
  useAction(
    async ({ file, onProgress }: { file: File; onProgress: (part: number) => void }) =>
      upload(createPicture, { fields: {}, files: { picture: await shrinkPicture(file) }, onProgress }),
    {
      isShown: true,
      retry: isBusy,
      retryDelay,
      scope: { id: 'new-pictures' },
      onSuccess: useSetProject(),
    },
  );

export const useUpdatePicture = () =>
  useAction(
    ({ id, ...change }: { id: string; alternativeText?: string; place?: number }): Promise<MyProject> =>
      call(updatePicture, { params: { id }, body: change }),
    {
      fallback,
      scope: { id: 'pictures' },
      onSuccess: useSetProject(),
    },
  );

export const useDeletePicture = () =>
  useAction((id: string) => call(deletePicture, { params: { id } }), {
    scope: { id: 'pictures' },
    onSuccess: useSetProject(),
  });
