import Megaphone from 'lucide:megaphone';
import X from 'lucide:x';
import { useState } from 'react';
import { getEventTimes } from '../../../contract/event/phases.ts';
import type { User } from '../../../contract/people/users.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { useNow } from '../../lib/use-now.ts';
import { LinkedText } from './linked-text.tsx';
import { myAnnouncementsQuery } from './my-announcements.api.ts';

/** How long an announcement stays a banner, in milliseconds; after that it is on the dashboard only. */
const shownFor = 12 * 3_600_000;
const storageKey = 'announcement';

/** The newest announcement above every page, until it is closed on this device or old. Renders nothing without one. */
export default function AnnouncementBanner({ user }: { user: User }) {
  const { data = [] } = useLiveQuery(myAnnouncementsQuery(user), 'announcements');
  const [closed, setClosed] = useState(() => localStorage.getItem(storageKey));
  const now = useNow();
  const [newest] = data;
  const event = useEvent();
  const endsAt = event && getEventTimes(event).endsAt;
  // After the event the announcements made during it are not shown here any more.
  if (newest && endsAt && now >= endsAt && Date.parse(newest.createdAt) < endsAt) return null;
  if (!newest || newest._id === closed || now - Date.parse(newest.createdAt) > shownFor) return null;
  const close = () => {
    localStorage.setItem(storageKey, newest._id);
    setClosed(newest._id);
  };
  return (
    <section aria-label="Announcement" className="border-y-2 border-edge bg-butter text-ink print:hidden">
      <div className="mx-auto flex page-frame items-start gap-3 px-4 py-3 sm:px-8">
        <Megaphone size={20} className="mt-1 shrink-0" />
        <div role="alert" className="min-w-0 flex-1 [&_.link]:text-ink">
          <p className="font-semibold wrap-anywhere">{newest.subject}</p>
          <LinkedText text={newest.text} />
        </div>
        <button
          type="button"
          aria-label="Close announcement"
          onClick={close}
          className="-my-1 inline-grid size-11 shrink-0 place-items-center rounded-md focus-visible:outline-ink"
        >
          <X size={20} />
        </button>
      </div>
    </section>
  );
}
