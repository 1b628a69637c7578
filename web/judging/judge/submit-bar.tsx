import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

interface SubmitBarProps {
  total: number;
  busy: boolean;
  disabled: boolean;
  note: string | undefined;
  children?: ReactNode;
}

/** The live total and the submit button, always at the bottom of the screen. */
export function ScoreSubmitBar({ total, busy, disabled, note, children }: SubmitBarProps) {
  return (
    <div className="sticky bottom-0 z-(--z-bulk) -mx-4 border-t-2 border-edge bg-bg px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:mx-0 sm:px-0">
      {children}
      {note && <p className="mb-1 text-xs text-muted">{note}</p>}
      <div className="flex items-center justify-between gap-4">
        <p className="grid">
          <span className="text-xs text-muted">Total Weighted Score</span>
          <span className="tabular font-mono text-xl whitespace-nowrap">
            {total.toFixed(1)} <span className="text-sm text-muted">/ 100</span>
          </span>
        </p>
        <Button type="submit" busy={busy} disabled={disabled}>
          {busy ? 'Submitting...' : 'Submit Score'}
        </Button>
      </div>
    </div>
  );
}
