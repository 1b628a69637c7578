import type { Application } from '../../contract/applications.ts';
import type { EventView } from '../../contract/site.ts';
import type { User } from '../../contract/users.ts';

/** What a part of the dashboard of an applicant shows. */
export interface ApplicantProps {
  user: User;
  event: EventView;
  application: Application;
}
