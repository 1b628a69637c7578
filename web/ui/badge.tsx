import type { ReactNode } from 'react';
import { joinClasses } from '../lib/classes.ts';

type Tone = 'plain' | 'pending' | 'approved' | 'rejected' | 'priority';

const tones: Record<Tone, string> = {
  plain: 'bg-surface-2 text-text',
  pending: 'bg-pending-bg text-pending',
  approved: 'bg-approved-bg text-approved',
  rejected: 'bg-rejected-bg text-rejected',
  priority: 'bg-butter text-ink',
};

interface BadgeProps {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'plain', className, children }: BadgeProps) {
  return (
    <span
      className={joinClasses(
        'inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold sm:whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
