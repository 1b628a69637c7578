import type { SignedIn } from '../auth/sessions.service.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import { notify } from '../live/notify.ts';
import type { Services } from '../services.ts';
import { mayReadAttendance } from './applications.policy.ts';
import {
  applicationOf,
  isAdmitted,
  isPerson,
  lockApplicationOf,
  updateAttendance,
} from './applications.queries.ts';
import { entranceOf } from './applications.views.ts';

/** Whether a person has said that they will come; false for those who have not applied. Throws forbidden, not_found. */
export async function attendanceOf(
  { db, event }: Pick<Services, 'db' | 'event'>,
  actor: SignedIn,
  userId: string,
): Promise<boolean> {
  if (!mayReadAttendance(actor, userId)) fail('forbidden');
  const application = await applicationOf(db, userId, entranceOf(event));
  if (!application && !(await isPerson(db, userId))) fail('not_found');
  return application?.attendanceConfirmed ?? false;
}

/** Answers "Will you come?". Throws not_found (no application), not_confirmed_yet (not approved), attendance_fixed. */
export async function answerAttendance(
  { db, event }: Pick<Services, 'db' | 'event'>,
  actor: SignedIn,
  attending: boolean,
): Promise<void> {
  await transact(db, async (trx) => {
    const application = (await lockApplicationOf(trx, actor.id)) ?? fail('not_found');
    if (application.status !== 'approved') fail('not_confirmed_yet');
    if (await isAdmitted(trx, actor.id, entranceOf(event))) fail('attendance_fixed');
    await updateAttendance(trx, application.id, attending);
    await notify(trx, 'applications');
    await notify(trx, `user:${actor.id}`);
  });
}
