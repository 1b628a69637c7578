import { Check, CloudOff, PencilLine } from 'lucide-react';
import { formatRecent, formatTime } from '../../contract/platform/format.ts';
import { useEvent } from '../lib/event.api.ts';
import { Button } from '../ui/button.tsx';
import type { DraftState } from './use-draft.ts';

function describeState(state: DraftState, locale: string | undefined) {
  if (state.is === 'saving') return { icon: PencilLine, words: 'Saving…' };
  if (state.is === 'saved')
    return { icon: Check, words: `Draft saved on this device ${formatTime(state.at, { locale })}` };
  if (state.is === 'failed') return { icon: CloudOff, words: 'Could not save draft' };
  return { icon: undefined, words: '' };
}

/** Whether the draft is saved on this device. Only a failure is announced, or every pause in typing would be. */
export function DraftChip({ state }: { state: DraftState }) {
  const { icon: Icon, words } = describeState(state, useEvent()?.locale);
  return (
    <p
      role={state.is === 'failed' ? 'alert' : undefined}
      className="inline-flex min-h-6 items-center gap-1.5 text-xs text-muted"
    >
      {Icon && <Icon size={14} className="shrink-0" />}
      <span>{words}</span>
    </p>
  );
}

interface DraftBannerProps {
  savedAt: Date;
  onContinue: () => void;
  onStartOver: () => void;
}

export function DraftBanner({ savedAt, onContinue, onStartOver }: DraftBannerProps) {
  const locale = useEvent()?.locale;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border-2 border-edge bg-butter p-4 text-ink"
    >
      <p className="flex-1 basis-60 font-semibold">
        Your draft was saved {formatRecent(savedAt, { locale }, new Date())}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onContinue}>
          Continue
        </Button>
        <button
          type="button"
          className="min-h-11 px-3 font-semibold underline underline-offset-4 outline-ink"
          onClick={onStartOver}
        >
          Start over
        </button>
      </div>
    </div>
  );
}
