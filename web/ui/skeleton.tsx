import type { ReactNode } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { SlowNotice } from './slow-notice.tsx';

export function Bar({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={joinClasses('h-4 animate-pulse rounded-sm bg-surface-2', className)} />
  );
}

/** The place of something on its way: what is awaited in words, and gray shapes that fade in only if it takes a while. */
export function Skeleton({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div role="status" className="grid animate-late gap-4">
      <p className="text-muted">{text}</p>
      <SlowNotice />
      {children ?? (
        <div className="grid gap-3">
          <Bar className="w-2/3" />
          <Bar />
          <Bar className="w-5/6" />
        </div>
      )}
    </div>
  );
}
