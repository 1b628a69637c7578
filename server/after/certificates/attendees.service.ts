import { getEventPhase } from '../../../contract/event/phases.ts';
import { getTimesOf } from '../../../contract/event/program.ts';
import { entranceId } from '../../apply/applications/applications.views.ts';
import type { Services } from '../../platform/services.ts';
import { selectAttendee, selectAttendees } from './certificates.queries.ts';

type Needs = Pick<Services, 'db' | 'event'>;

export interface Attendee {
  name: string;
  certificateId: string;
}

/** Finds somebody who was checked in at the entrance, by their own id or that of their certificate. */
export function findAttendee(
  { db, event }: Needs,
  by: { column: 'id' | 'certificate_id'; value: string },
): Promise<Attendee | undefined> {
  return selectAttendee(db, entranceId(event), by);
}

/** Lists the approved names of all who were checked in at the entrance, by name. */
export function listAttendees({ db, event }: Needs): Promise<Attendee[]> {
  return selectAttendees(db, entranceId(event));
}

/** Whether the last row of the schedule has ended. */
export function hasEventEnded({ event, now }: Pick<Services, 'event' | 'now'>): boolean {
  return getEventPhase(getTimesOf(event), now().getTime()) === 'over';
}
