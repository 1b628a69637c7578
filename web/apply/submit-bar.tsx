import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../../contract/platform/pages.ts';
import { Button } from '../ui/button.tsx';
import type { Submission } from './use-submission.ts';

function label(submission: Submission): string {
  if (submission.is !== 'uploading') return 'Submit application';
  // Everything has left; the server still reads and stores it.
  return submission.part < 1 ? `Uploading ${Math.floor(submission.part * 100)}%` : 'Finishing…';
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-2 border-danger bg-surface p-4"
    >
      {children}
    </div>
  );
}

interface SubmitBarProps {
  /** Shown before the button while nothing is being sent. */
  back?: ReactNode;
  submission: Submission;
  onCancel: () => void;
  onTryAgain: () => void;
}

/** The submit button with the state of the upload. */
export function ApplicationSubmitBar({ back, submission, onCancel, onTryAgain }: SubmitBarProps) {
  const sending = submission.is === 'uploading';
  const cancel = useRef<HTMLButtonElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const wasSending = useRef(false);
  // The pressed button is disabled or removed, so the focus has to move, before and after.
  useEffect(() => {
    if (sending) cancel.current?.focus();
    else if (wasSending.current && document.activeElement === document.body) submit.current?.focus();
    wasSending.current = sending;
  }, [sending]);

  return (
    <div className="grid gap-4">
      {submission.is === 'lost' && (
        <Notice>
          <p className="flex-1 basis-48">Connection lost. Your draft is safe.</p>
          <Button variant="secondary" onClick={onTryAgain}>
            Try again
          </Button>
        </Notice>
      )}
      {submission.is === 'signedOut' && (
        <Notice>
          <p className="flex-1 basis-48">You have been signed out. Your draft is safe on this device.</p>
          <a className="link font-semibold" href={`${paths.login}?returnTo=${paths.apply}`}>
            Sign in again
          </a>
        </Notice>
      )}
      {submission.is === 'refused' && (
        <Notice>
          <p>{submission.message}</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-4">
        {!sending && back}
        <Button ref={submit} type="submit" busy={sending} className="tabular grow sm:min-w-56 sm:grow-0">
          {label(submission)}
        </Button>
        {sending && (
          <Button ref={cancel} variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {submission.is === 'cancelled' && (
          <p role="status" className="text-sm text-muted">
            Cancelled. Your draft is safe.
          </p>
        )}
      </div>
      {sending && (
        <progress
          className="progress"
          aria-label="Upload"
          max={100}
          value={Math.floor(submission.part * 100)}
        />
      )}
    </div>
  );
}
