import { getEventPhase, getEventTimes } from '../../../contract/event/phases.ts';
import { listSlots } from '../../../contract/event/program.ts';
import { entranceId } from '../../apply/applications/applications.views.ts';
import type { Services } from '../../platform/services.ts';
import { findAttendeeName, selectAttendeeNames } from './certificates.queries.ts';

type Needs = Pick<Services, 'db' | 'event'>;

/** Whether somebody was checked in at the entrance. */
export async function wasAtEvent(services: Needs, userId: string): Promise<boolean> {
  return (await findNameAtEvent(services, userId)) !== undefined;
}

/** Returns the approved name of somebody; undefined when they were not checked in at the entrance. */
export function findNameAtEvent({ db, event }: Needs, userId: string): Promise<string | undefined> {
  return findAttendeeName(db, entranceId(event), userId);
}

/** Lists the approved names of all who were checked in at the entrance, by name. */
export function listAttendeeNames({ db, event }: Needs): Promise<string[]> {
  return selectAttendeeNames(db, entranceId(event));
}

/** Whether the last row of the schedule has ended. */
export function hasEventEnded({ event, now }: Pick<Services, 'event' | 'now'>): boolean {
  return getEventPhase(getEventTimes({ ...event, program: listSlots(event) }), now().getTime()) === 'over';
}
