import { useTitle } from '../../lib/title.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { SentAnnouncements } from './sent-announcements.tsx';

/** Announcements for organizers: write, preview and send one, and see what became of the others. */
export function Component() {
  useTitle('Announcements');
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <h1 tabIndex={-1}>Announcements</h1>
        <p className="mt-2 max-w-prose text-muted">
          A message to some or all participants: on their open pages within seconds, on their dashboards from
          then on, and as an email if you want.
        </p>
      </div>
      <AnnouncementForm />
      <SentAnnouncements />
    </div>
  );
}
