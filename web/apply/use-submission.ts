import { useRef, useState } from 'react';
import { type Application, submitApplication } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { texts } from '../../contract/texts.ts';
import { ApiError, getErrorMessage } from '../lib/api-error.ts';
import { queryClient } from '../lib/call.ts';
import { upload } from '../lib/files.ts';
import { type FormValues, toFields, toFiles } from './form-values.ts';

type FieldMessages = Record<string, string>;

/** The state of a submission; `part` is the share sent, 0 to 1. */
export type Submission =
  | { is: 'idle' }
  | { is: 'uploading'; part: number }
  | { is: 'cancelled' }
  | { is: 'lost' }
  | { is: 'signedOut' }
  | { is: 'refused'; message: string; fields: FieldMessages };

/** Returns the state that a failed attempt leads to. */
export function toFailureState(error: unknown, aborted: boolean): Submission {
  if (aborted) return { is: 'cancelled' };
  if (!(error instanceof ApiError)) return { is: 'refused', message: texts.apply.failed, fields: {} };
  if (error.status === 0) return { is: 'lost' };
  if (error.status === 401) return { is: 'signedOut' };
  return { is: 'refused', message: getErrorMessage(error, texts.apply.failed), fields: error.fields };
}

/**
 * Sends the form, with progress and a way to stop. `onSent` gets the new application, or undefined when an earlier attempt
 * had already arrived; `send` gives back what the server said about single fields.
 */
export function useSubmission(tracks: EventView['tracks'], onSent: (sent: Application | undefined) => void) {
  const [submission, setSubmission] = useState<Submission>({ is: 'idle' });
  const attempt = useRef<AbortController | null>(null);
  const unanswered = useRef(false);

  const send = async (values: FormValues): Promise<FieldMessages> => {
    if (attempt.current) return {};
    const controller = new AbortController();
    attempt.current = controller;
    setSubmission({ is: 'uploading', part: 0 });
    try {
      const { data } = await upload(submitApplication, {
        fields: toFields(values),
        files: toFiles(values, tracks),
        onProgress: (part) => setSubmission({ is: 'uploading', part }),
        signal: controller.signal,
      });
      onSent(data);
      return {};
    } catch (error) {
      // An earlier attempt got through and only its answer was lost.
      if (unanswered.current && error instanceof ApiError && error.code === 'already_applied') {
        onSent(undefined);
        return {};
      }
      const next = toFailureState(error, controller.signal.aborted);
      if (next.is === 'lost' || next.is === 'cancelled') unanswered.current = true;
      if (error instanceof ApiError && error.code === 'already_applied')
        void queryClient.invalidateQueries({ queryKey: ['application'] });
      setSubmission(next);
      return next.is === 'refused' ? next.fields : {};
    } finally {
      attempt.current = null;
    }
  };

  return { submission, send, cancel: () => attempt.current?.abort() };
}
