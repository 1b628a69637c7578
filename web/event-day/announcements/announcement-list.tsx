import type { EventView } from '../../../contract/event/site.ts';
import type { MyAnnouncement } from '../../../contract/event-day/announcements.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkedText } from './linked-text.tsx';

const PushControl = lazyPart(() => import('./push-control.tsx'));

interface AnnouncementListProps {
  event: EventView | undefined;
  announcements: readonly MyAnnouncement[];
  /** What is older, in milliseconds, is folded away too. */
  newestFrom?: number | undefined;
}

/** What the organizers announced to this person, newest first; the older ones are folded away. */
export function AnnouncementList({ event, announcements, newestFrom = 0 }: AnnouncementListProps) {
  const [last] = announcements;
  const newest = last && Date.parse(last.createdAt) >= newestFrom ? last : undefined;
  const older = announcements.filter((each) => each !== newest);
  return (
    <Card title="Announcements">
      {newest && <Entry event={event} {...newest} />}
      {!last && <p>There are no announcements yet.</p>}
      {older.length > 0 && (
        <details className={newest && 'mt-4 border-t border-hairline pt-2'}>
          <summary className="link flex min-h-11 cursor-pointer items-center">{older.length} earlier</summary>
          <ul className="grid gap-5 pt-2">
            {older.map((announcement) => (
              <li key={announcement._id}>
                <Entry event={event} {...announcement} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {event?.pushKey && <PushControl pushKey={event.pushKey} />}
    </Card>
  );
}

function Entry({ event, subject, text, createdAt }: MyAnnouncement & Pick<AnnouncementListProps, 'event'>) {
  return (
    <article className="grid gap-1">
      <h3 className="font-semibold wrap-anywhere">{subject}</h3>
      <time dateTime={createdAt} className="text-sm text-muted">
        {formatDateTime(createdAt, event)}
      </time>
      <LinkedText text={text} />
    </article>
  );
}
