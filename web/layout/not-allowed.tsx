import { paths } from '../../contract/platform/pages.ts';
import type { StaffRole } from '../../contract/platform/roles.ts';
import { useTitle } from '../lib/title.ts';
import { toRoleLabel } from '../people/staff/role-labels.ts';
import { LinkButton } from '../ui/button.tsx';
import { MessagePage } from './message-page.tsx';

/** Shown in place of a page that the reader's role cannot open, or to mentors while the event does without them. */
export default function NotAllowed({ role }: { role: StaffRole | 'mentor' }) {
  const isMentor = role === 'mentor';
  const title = isMentor ? 'Help is switched off' : 'This page is not part of your role';
  useTitle(title);
  return (
    <MessagePage title={`${title}.`}>
      <p className="text-muted">
        {isMentor
          ? 'Help from mentors is switched off for this event. An organizer can switch it on in Settings.'
          : `You are here as ${toRoleLabel(role).toLowerCase()}. If you need this page, ask an organizer to change your role.`}
      </p>
      {!isMentor && <LinkButton href={paths.organizerHome}>To Home</LinkButton>}
    </MessagePage>
  );
}
