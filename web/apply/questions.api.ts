import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listSchools, uploadAnswerFile } from '../../contract/apply/questions.ts';
import { callQuery } from '../lib/call.ts';
import { upload } from '../lib/files.ts';
import { useAction } from '../lib/use-action.ts';

/** The schools that are suggested for what was typed; none before the second letter. */
export const schoolsQuery = (q: string) =>
  queryOptions({
    ...callQuery(['schools', q], listSchools, { query: { q: q.slice(0, 100) } }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const useUploadAnswerFile = () =>
  useAction((file: File) => upload(uploadAnswerFile, { fields: {}, files: { file } }), { isShown: true });
