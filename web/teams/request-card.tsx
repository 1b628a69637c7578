import { useId } from 'react';
import { formatAgo } from '../../contract/platform/format.ts';
import type { ReceivedRequest } from '../../contract/teams/teams.ts';
import { texts } from '../../contract/texts.ts';
import { useEvent } from '../lib/event.api.ts';
import { formatName } from '../lib/format-name.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { describeSeats } from './seats.ts';

interface RequestCardProps {
  request: ReceivedRequest;
  /** The team has no free seat. */
  full: boolean;
  onDecide: (action: 'approve' | 'reject') => void;
}

/** One join request with its message and the two decisions. */
export function RequestCard({ request, full, onDecide }: RequestCardProps) {
  const { requester, message, createdAt } = request;
  const why = useId();
  const event = useEvent();
  const name = formatName(requester.name);
  return (
    <li className="grid gap-2 rounded-md border border-hairline px-4 py-2 sm:py-3">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} />
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="block text-xs text-muted wrap-anywhere sm:text-sm">
            {requester.email ?? texts.admin.noEmail} · {formatAgo(createdAt, event)}
          </span>
        </span>
      </div>
      {message && <p className="whitespace-pre-line wrap-anywhere">{message}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          once
          {...(!full && { 'data-first-action': true })}
          disabled={full}
          aria-describedby={full ? why : undefined}
          onClick={() => onDecide('approve')}
        >
          Approve<span className="sr-only"> {name}</span>
        </Button>
        <Button
          once
          {...(full && { 'data-first-action': true })}
          variant="secondary"
          onClick={() => onDecide('reject')}
        >
          Reject<span className="sr-only"> {name}</span>
        </Button>
        {full && (
          <span id={why} className="text-sm text-muted">
            {describeSeats(0)}
          </span>
        )}
      </div>
    </li>
  );
}
