import type * as contract from '../../../contract/apply/applications.ts';
import type * as decisions from '../../../contract/apply/decisions.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { lockPlaces } from '../../event/places.locks.ts';
import { findUser, getUserRow } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call, CallBy } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { notifyApplicationChange, notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { answerOffer } from '../places/places.service.ts';
import { lockApplicant, lockApplicationOfUser } from './applications.locks.ts';
import { canReadAttendance } from './applications.policy.ts';
import { findApplicationByUser, isCheckedIn, updateApplicationAttendance } from './applications.queries.ts';
import { attendanceRefusal } from './applications.rules.ts';
import { entranceId } from './applications.views.ts';
import { getApplication } from './applications-admin.service.ts';
import { deleteDecisionMail } from './decisions.queries.ts';

type Attendance = ResponseOf<typeof contract.getAttendanceStatus>;

/**
 * Returns whether a person has said that they will come; false without an application. Throws `forbidden` and `not_found`.
 */
export async function getAttendanceStatus(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor, params: { userId } }: Call<typeof contract.getAttendanceStatus>,
): Promise<Attendance> {
  if (!canReadAttendance(actor, userId)) fail('forbidden');
  const application = await findApplicationByUser(db, userId, entranceId(event));
  if (!application && !(await findUser(db, userId))) fail('not_found');
  return { attendanceConfirmed: application?.attendanceConfirmed ?? false };
}

/**
 * Sets whether the person will come. With limited places, a no frees a place, and a late yes may have to wait for one.
 * Returns whether they will come. Throws `not_found` without an application, `not_confirmed_yet`, `attendance_fixed` and
 * `no_place_free`.
 */
export function updateAttendance(
  services: Pick<Services, 'db' | 'event' | 'now'>,
  { actor, body: { attending } }: CallBy<typeof contract.updateAttendance, string>,
): Promise<Attendance> {
  return transact(services.db, async (trx) => {
    await lockPlaces(trx, services.event);
    return { attendanceConfirmed: await storeAnswer(trx, services, actor.id, attending) };
  });
}

/** Stores the answer for `updateAttendance`, which has locked the places. */
async function storeAnswer(
  trx: Db,
  services: Pick<Services, 'event' | 'now'>,
  userId: string,
  attending: boolean,
): Promise<boolean> {
  const { event } = services;
  const application = (await lockApplicationOfUser(trx, userId)) ?? fail('not_found');
  const atEntrance = await isCheckedIn(trx, userId, entranceId(event));
  failIf(attendanceRefusal(application.status, atEntrance));
  const isAnswered =
    event.capacity === undefined || (await answerOffer(trx, services, { id: application.id, attending }));
  if (isAnswered) await updateApplicationAttendance(trx, application.id, attending);
  // It would say "You are in" to somebody who has declined.
  if (!attending) await deleteDecisionMail(trx, application.id);
  await notifyApplicationChange(trx, userId);
  const { teamId } = await getUserRow(trx, userId);
  if (teamId) await notifySubscribers(trx, `team:${teamId}`);
  return isAnswered && attending;
}

/** Answers for an applicant whether they will come. Throws as `updateAttendance` does. */
export async function answerForApplicant(
  services: Services,
  { actor, params: { id }, body: { attending } }: Call<typeof decisions.answerForApplicant>,
): Promise<contract.Application> {
  await transact(services.db, async (trx) => {
    await lockPlaces(trx, services.event);
    const applicant = (await lockApplicant(trx, id)) ?? fail('not_found');
    await storeAnswer(trx, services, applicant.id, attending);
    const action = attending ? 'application.accepted-for' : 'application.declined-for';
    await recordAudit(trx, actor.id, action, id);
  });
  return getApplication(services, { actor, params: { id } });
}
