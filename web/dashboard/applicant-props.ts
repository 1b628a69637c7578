import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';

/** What a part of the dashboard of an applicant shows. */
export interface ApplicantProps {
  user: User;
  event: EventView;
  application: Application;
}
