import CloudOff from 'lucide:cloud-off';
import { useQuery } from '@tanstack/react-query';
import { formatWhen } from '../../../contract/platform/format-when.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { rosterQuery } from './check-in.api.ts';
import { getName } from './identify-pass.ts';
import { isDouble } from './station-reducer.ts';
import { UpdatedNotice } from './updated-notice.tsx';
import type { WaitingCheckIns } from './use-station.ts';

interface QueuedDialogProps {
  queue: WaitingCheckIns;
  checkpoint: string;
  onClose: () => void;
}

/** The check-ins and problems that wait on this device, and the age of its roster. */
export default function QueuedDialog({ queue, checkpoint, onClose }: QueuedDialogProps) {
  const event = useEvent();
  const roster = useQuery(rosterQuery(checkpoint)).data;
  // Whether this person resolves double check-ins.
  const mayReview = roster?.can.review === true;
  return (
    <Dialog
      open
      onClose={onClose}
      title="This device"
      description="What the server has not confirmed yet. It is sent automatically."
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
      {queue.isVolatile && (
        <p role="alert" className="font-semibold text-danger">
          This browser stores nothing. Keep this page open until everything is sent.
        </p>
      )}
      {queue.items.length + queue.reports.length === 0 ? (
        <p className="text-muted">Nothing is waiting.</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {queue.items.map((item) => {
            const name = getName(item);
            return (
              <li key={item.key} className="grid gap-2 py-3">
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <span className="font-semibold wrap-anywhere">{name}</span>
                  <span className="tabular text-sm text-muted">{formatWhen(new Date(item.at), event)}</span>
                </div>
                {item.trouble ? (
                  <>
                    <p className="font-semibold text-danger">{item.trouble}</p>
                    {!mayReview && (
                      <p className="text-sm text-muted">
                        {isDouble(item)
                          ? `Another station has let ${name} in. An organizer decides which check-in counts.`
                          : `Not admitted: ${name}. If they are inside, tell an organizer.`}
                      </p>
                    )}
                    <div className="flex flex-wrap gap-2">
                      {mayReview && (
                        <LinkButton href={paths.checkInOverview} variant="secondary">
                          Open the overview
                        </LinkButton>
                      )}
                      <Button variant="secondary" size="sm" onClick={() => void queue.retry(item.key)}>
                        Retry
                      </Button>
                      <Button variant="ghost" size="sm" onClick={() => void queue.discard(item.key)}>
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
          })}
          {queue.reports.map(({ key, note }) => (
            <li key={key} className="flex flex-wrap items-center justify-between gap-2 py-3">
              <span className="font-semibold wrap-anywhere">{note ? `Problem: ${note}` : 'Problem'}</span>
              <Badge tone="pending">waiting</Badge>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
