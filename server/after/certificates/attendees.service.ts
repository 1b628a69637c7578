import { getEventPhase } from '../../../contract/event/phases.ts';
import { getTimesOf } from '../../../contract/event/program.ts';
import { entranceId } from '../../apply/applications/applications.views.ts';
import type { Services } from '../../platform/services.ts';
import { findAttendee, selectAttendees } from './certificates.queries.ts';

type Needs = Pick<Services, 'db' | 'event'>;

/** The name and the certificate of somebody who was there. */
export interface Attendee {
  name: string;
  certificateId: string;
}

/** Whether somebody was checked in at the entrance. */
export async function wasAtEvent(services: Needs, userId: string): Promise<boolean> {
  return (await findUserAtEvent(services, userId)) !== undefined;
}

/** Returns the approved name of somebody; undefined when they were not checked in at the entrance. */
export function findUserAtEvent({ db, event }: Needs, userId: string): Promise<Attendee | undefined> {
  return findAttendee(db, entranceId(event), { column: 'id', value: userId });
}

/** Returns the person whose certificate has this id, if any. */
export function findCertificateHolder({ db, event }: Needs, id: string): Promise<Attendee | undefined> {
  return findAttendee(db, entranceId(event), { column: 'certificate_id', value: id });
}

/** Lists the approved names of all who were checked in at the entrance, by name. */
export function listAttendees({ db, event }: Needs): Promise<Attendee[]> {
  return selectAttendees(db, entranceId(event));
}

/** Whether the last row of the schedule has ended. */
export function hasEventEnded({ event, now }: Pick<Services, 'event' | 'now'>): boolean {
  return getEventPhase(getTimesOf(event), now().getTime()) === 'over';
}
