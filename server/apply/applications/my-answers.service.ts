import { parseAnswerChange } from '../../../contract/apply/application-form.ts';
import { countryCodes } from '../../../contract/apply/countries.ts';
import type * as contract from '../../../contract/apply/my-account.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { askGuardianAgain, findGuardianState, saveGuardian } from '../guardians/guardians.service.ts';
import { getAnswerTexts, updateAnswers } from '../questions/questions.service.ts';
import { lockApplicationOfUser } from './applications.locks.ts';
import { isCheckedIn } from './applications.queries.ts';
import { detailsRefusal } from './applications.rules.ts';
import { entranceId } from './applications.views.ts';
import { requireValues } from './submit.service.ts';

/**
 * Changes the caller's answers to the event's own questions. If the new age requires a guardian, one is asked; if it no
 * longer does, the guardian is deleted. Throws `not_found`, `details_fixed`, and the form's errors.
 */
export async function updateMyAnswers(
  services: Services,
  { actor: { id: userId }, body }: Call<typeof contract.updateMyAnswers>,
): Promise<void> {
  const { db, event } = services;
  await transact(db, async (trx) => {
    const user = (await lockUser(trx, userId)) ?? fail('not_found');
    const application = (await lockApplicationOfUser(trx, userId)) ?? fail('not_found');
    failIf(detailsRefusal(application.status, await isCheckedIn(trx, userId, entranceId(event))));
    const hasGuardian = (await findGuardianState(trx, userId)) !== undefined;
    const stored = await getAnswerTexts(trx, userId);
    const change = { ...body, stored, track: application.track, hasGuardian };
    const { changed, answers, needsGuardian, guardianEmail } = requireValues(
      parseAnswerChange(change, { ...event, countries: countryCodes }),
    );
    if (changed.length === 0) return;
    await updateAnswers(trx, event, userId, changed, answers);
    if (needsGuardian === false || guardianEmail) await saveGuardian(trx, services, user, guardianEmail);
    const reason = changed.map(({ label }) => label).join(', ');
    await recordAudit(trx, userId, 'answers.changed', userId, { reason });
    await notifyApplicationChange(trx, userId);
  });
}

/**
 * Asks the caller's guardian again, at another address if given; does nothing once they have agreed. Throws `not_found`
 * without an application or a guardian, `details_fixed` after a rejection, and what `askGuardianAgain` throws.
 */
export async function sendMyGuardianEmail(
  services: Services,
  { actor: { id: userId }, body: { email } }: Call<typeof contract.sendMyGuardianEmail>,
): Promise<void> {
  await transact(services.db, async (trx) => {
    const user = (await lockUser(trx, userId)) ?? fail('not_found');
    const application = (await lockApplicationOfUser(trx, userId)) ?? fail('not_found');
    // Also for a walk-in whose guardian has not agreed yet.
    failIf(detailsRefusal(application.status, false));
    await askGuardianAgain(trx, services, user, { email, by: userId });
  });
}
