import CloudOff from 'lucide:cloud-off';
import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { useEvent } from '../../lib/event.api.ts';
import type { QueuedItem } from '../../lib/offline-queue.ts';
import { formatShortId } from '../../lib/short-id.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { rosterQuery, walkInsQuery } from './check-in.api.ts';
import type { QueuedCheckIn } from './send-check-in.ts';
import { UpdatedNotice } from './updated-notice.tsx';
import type { QueuedCheckIns } from './use-station.ts';

interface QueuedDialogProps {
  queue: QueuedCheckIns;
  checkpoint: string;
  onClose: () => void;
}

/** The check-ins that wait on this device, and the age of its roster. */
export default function QueuedDialog({ queue, checkpoint, onClose }: QueuedDialogProps) {
  const roster = useQuery(rosterQuery(checkpoint)).data;
  const walkIns = useQuery({ ...walkInsQuery, enabled: false }).data;
  return (
    <Dialog
      open
      onClose={onClose}
      title="This device"
      description="Check-ins that the server has not confirmed yet. They are sent automatically."
    >
      {roster ? (
        <div className="flex flex-wrap items-baseline gap-x-3">
          <p>{roster.people.length} participants can be checked in without a network.</p>
          <UpdatedNotice key={roster.at} at={roster.at} />
        </div>
      ) : (
        <p className="flex items-center gap-2">
          <CloudOff size={18} /> The list of participants is not on this device yet.
        </p>
      )}
      {queue.items.length === 0 ? (
        <p className="text-muted">Nothing is waiting.</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {queue.items.map((item) => (
            <WaitingItem
              key={item.id}
              item={item}
              queue={queue}
              mayReview={roster?.can.review === true}
              name={
                roster?.people.find(({ userId }) => userId === item.payload.userId)?.name ??
                item.payload.name ??
                item.payload.walkIn?.person?.name ??
                walkIns?.find(({ _id }) => _id === item.id)?.name
              }
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface WaitingItemProps {
  item: QueuedItem<QueuedCheckIn>;
  queue: QueuedCheckIns;
  /** Whether this person resolves double check-ins. */
  mayReview: boolean;
  name: string | undefined;
}

function WaitingItem({
  item,
  queue,
  mayReview,
  name = `ID ${formatShortId(item.payload.userId)}`,
}: WaitingItemProps) {
  const event = useEvent();
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="tabular text-sm text-muted">{formatTime(new Date(item.at), event)}</span>
      </div>
      {item.trouble ? (
        <>
          <p className="font-semibold text-danger">{item.trouble}</p>
          {!mayReview && (
            <p className="text-sm text-muted">Not admitted: {name}. If they are inside, tell an organizer.</p>
          )}
          <div className="flex flex-wrap gap-2">
            {mayReview && (
              <LinkButton href={paths.checkInOverview} variant="secondary">
                Open the overview
              </LinkButton>
            )}
            <Button variant="secondary" size="sm" onClick={() => void queue.retry(item)}>
              Retry
            </Button>
            <Button variant="ghost" size="sm" onClick={() => void queue.discard(item.id)}>
              Discard
            </Button>
          </div>
        </>
      ) : (
        <Badge tone="pending" className="justify-self-start">
          waiting
        </Badge>
      )}
    </li>
  );
}
