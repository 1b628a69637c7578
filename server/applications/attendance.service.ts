import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import { notify } from '../live/notify.ts';
import type { Services } from '../services.ts';
import type { SignedInUser } from '../sessions/sessions.service.ts';
import { canReadAttendance } from './applications.policy.ts';
import {
  findApplicationByUser,
  isCheckedIn,
  lockApplicationByUser,
  updateApplicationAttendance,
  userExists,
} from './applications.queries.ts';
import { entranceId } from './applications.views.ts';

/** Whether a person has said that they will come; false for those who have not applied. Throws forbidden, not_found. */
export async function getAttendanceStatus(
  { db, event }: Pick<Services, 'db' | 'event'>,
  actor: SignedInUser,
  userId: string,
): Promise<boolean> {
  if (!canReadAttendance(actor, userId)) fail('forbidden');
  const application = await findApplicationByUser(db, userId, entranceId(event));
  if (!application && !(await userExists(db, userId))) fail('not_found');
  return application?.attendanceConfirmed ?? false;
}

/** Answers "Will you come?". Throws not_found (no application), not_confirmed_yet (not approved), attendance_fixed. */
export async function updateAttendance(
  { db, event }: Pick<Services, 'db' | 'event'>,
  actor: SignedInUser,
  attending: boolean,
): Promise<void> {
  await transact(db, async (trx) => {
    const application = (await lockApplicationByUser(trx, actor.id)) ?? fail('not_found');
    if (application.status !== 'approved') fail('not_confirmed_yet');
    if (await isCheckedIn(trx, actor.id, entranceId(event))) fail('attendance_fixed');
    await updateApplicationAttendance(trx, application.id, attending);
    await notify(trx, 'applications');
    await notify(trx, `user:${actor.id}`);
  });
}
