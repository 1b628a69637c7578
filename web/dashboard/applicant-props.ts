import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';

/** What a part of the dashboard of an applicant shows. */
export interface ApplicantProps {
  event: EventView;
  application: Application;
}
