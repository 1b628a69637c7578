import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Announcement, AnnouncementReceiver } from '../../../contract/event-day/announcements.ts';
import { formatCount, formatDateTime } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { ask } from '../../ui/ask.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Figures } from '../../ui/figures.tsx';
import { EmptyState, Loaded } from '../../ui/page-states.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import {
  announcementsQuery,
  receiversQuery,
  useCancelAnnouncement,
  useStopAnnouncement,
} from './announcements.api.ts';
import { describeSegment } from './segment-fields.tsx';

export function ScheduledAnnouncements() {
  const event = useEvent();
  const { data = [] } = useQuery(announcementsQuery);
  const cancel = useCancelAnnouncement();
  const waiting = data.filter(({ sendAt }) => sendAt);
  if (waiting.length === 0) return null;
  return (
    <Card title="Scheduled" aside={<Badge className="tabular">{waiting.length}</Badge>}>
      <ul className="divide-y divide-hairline">
        {waiting.map((announcement) => (
          <li key={announcement._id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">{announcement.subject}</p>
              <p className="text-sm text-muted">
                {formatDateTime(announcement.sendAt ?? '', event)} · {describeSegment(announcement.segment)}
                {announcement.email && ' · also by email'}
                {announcement.by && ` · by ${announcement.by}`}
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Delete ${announcement.subject}`}
              onClick={() =>
                void ask(
                  {
                    title: `Delete “${announcement.subject}”?`,
                    body: 'It will not be sent, and its text is deleted.',
                    confirmLabel: 'Delete announcement',
                    danger: true,
                  },
                  () => cancel.mutateAsync(announcement),
                )
              }
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function SentAnnouncements() {
  const event = useEvent();
  const announcements = useQuery(announcementsQuery);
  const sent = announcements.data?.filter(({ sendAt }) => !sendAt) ?? [];
  const [open, setOpen] = useState<Announcement>();
  const stop = useStopAnnouncement();
  return (
    <Card title="Sent" aside={sent.length > 0 && <Badge className="tabular">{sent.length}</Badge>}>
      <Loaded query={announcements} what="announcements">
        {() => sent.length === 0 && <EmptyState text="There are no announcements yet." />}
      </Loaded>
      <ul className="divide-y divide-hairline" hidden={sent.length === 0}>
        {sent.map((announcement) => (
          <li key={announcement._id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">{announcement.subject}</p>
              <p className="text-sm text-muted">
                {formatDateTime(announcement.createdAt, event)} ·{' '}
                {announcement.judges ? 'email to judges' : describeSegment(announcement.segment)}
                {announcement.by && ` · by ${announcement.by}`}
                {announcement.stoppedAt && ` · stopped ${formatDateTime(announcement.stoppedAt, event)}`}
              </p>
            </div>
            <Figures figures={listFigures(announcement)} />
            {!announcement.judges && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Show recipients of ${announcement.subject}`}
                onClick={() => setOpen(announcement)}
              >
                Show recipients
              </Button>
            )}
            {!announcement.stoppedAt && !announcement.judges && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Stop ${announcement.subject}`}
                onClick={() =>
                  void ask(
                    {
                      title: `Stop “${announcement.subject}”?`,
                      body: `It disappears from all dashboards. ${describeUnsent(announcement)}`,
                      confirmLabel: 'Stop announcement',
                      danger: true,
                    },
                    () => stop.mutateAsync(announcement),
                  )
                }
              >
                Stop
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={open !== undefined} onClose={() => setOpen(undefined)} title={open?.subject ?? ''}>
        {open && <ReceiverTable id={open._id} />}
      </Dialog>
    </Card>
  );
}

/** Returns what stopping an announcement still prevents, and what it cannot. */
function describeUnsent({ email, counts: { waiting, sent } }: Announcement): string {
  if (!email) return 'Some people may have read it already.';
  const unsent = `${formatCount(waiting, 'waiting email')} will not be sent`;
  return `${unsent}; ${formatCount(sent, 'was', 'were')} already sent.`;
}

/** Returns the counts that are not zero, after the number of recipients. */
function listFigures({ email, counts, devices, judges }: Announcement): [string, number][] {
  if (judges) return [['Recipients', judges]];
  const { receivers, sent, waiting, failed, unsubscribed, noAddress, stopped = 0 } = counts;
  const all: [string, number][] = [
    ['Emails sent', sent],
    ['Waiting', waiting],
    ['Failed', failed],
    ['Unsubscribed', unsubscribed],
    ['No address', noAddress],
    ['Stopped', stopped],
    ['Notified devices', devices?.accepted ?? 0],
    ['Devices waiting', devices?.waiting ?? 0],
    ['Devices failed', devices?.failed ?? 0],
  ];
  const shown = all.filter(
    ([label, count]) =>
      count > 0 || (label === 'Emails sent' && email) || (label === 'Notified devices' && devices),
  );
  return [['Recipients', receivers], ...shown];
}

const stateTexts: Record<AnnouncementReceiver['state'], string> = {
  none: 'Pages only',
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  unsubscribed: 'Unsubscribed',
  noAddress: 'No verified address',
  stopped: 'Stopped before it was sent',
};

function ReceiverTable({ id }: { id: string }) {
  const event = useEvent();
  return (
    <Loaded query={useQuery(receiversQuery(id))} what="recipients">
      {(data) => (
        <DataTable
          caption="Recipients"
          folds
          className="max-h-[60dvh]"
          rows={data}
          rowKey={({ _id }) => _id}
          columns={[
            {
              header: 'Person',
              cell: ({ name, email }) => <PersonName name={name} email={email} />,
            },
            {
              header: 'Email',
              cell: ({ state, at, failure }) => (
                <>
                  <span className="block">{stateTexts[state]}</span>
                  <span className="text-muted">{failure ?? (at && formatDateTime(at, event))}</span>
                </>
              ),
            },
            ...(event?.pushKey
              ? [{ header: 'Devices', cell: ({ devices }: AnnouncementReceiver) => devices ?? 0 }]
              : []),
          ]}
        />
      )}
    </Loaded>
  );
}
