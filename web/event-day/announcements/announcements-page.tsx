import { WorkPage } from '../../layout/work-page.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { ScheduledAnnouncements, SentAnnouncements } from './sent-announcements.tsx';

/** Announcements for organizers: write, preview and send one, and see what became of the others. */
export function Component() {
  return (
    <WorkPage
      title="Announcements"
      note="A message to some or all participants: within seconds on the dashboard, project or team page that they have open, on their dashboards from then on, and as an email if you want."
    >
      <AnnouncementForm />
      <ScheduledAnnouncements />
      <SentAnnouncements />
    </WorkPage>
  );
}
