import type { ApplicationStatus } from '../../contract/apply/applications.ts';
import { statusLabels } from '../lib/status-labels.ts';
import { Badge } from './badge.tsx';

// The marks differ in shape, so that states differ without color.
const marks: Record<ApplicationStatus, string> = {
  pending: 'border-2 border-current',
  approved: 'bg-current',
  rejected: 'h-0.5 self-center bg-current',
};

interface StatusPillProps {
  status: ApplicationStatus;
  text?: string;
  className?: string;
}

/** The state of an application as a mark and a word; `text` replaces the word. */
export function StatusPill({ status, text, className }: StatusPillProps) {
  return (
    <Badge tone={status} className={className}>
      <span aria-hidden="true" className={`size-2 rounded-full ${marks[status]}`} />
      {text ?? statusLabels[status]}
    </Badge>
  );
}

/** Returns what stands instead of the status of somebody who was removed from the event. */
export const removedText = ({ removedAt }: { removedAt?: string | undefined }) =>
  removedAt ? 'Removed' : undefined;
