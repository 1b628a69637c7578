import type { Application } from '../../../contract/apply/applications.ts';
import type * as contract from '../../../contract/apply/decisions.ts';
import { findMomentProblem } from '../../../contract/platform/zoned-time.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import { addressTo, queueMails } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { createReminderEmail } from '../places/place-emails.ts';
import { giveExtraPlace, holdPlace, listPlaces } from '../places/places.service.ts';
import { approveNames, updateStatuses } from './applications.queries.ts';
import { extensionRefusal, statusRefusal } from './applications.rules.ts';
import { getApplication } from './applications-admin.service.ts';
import { endEarlierDecisions } from './decisions.queries.ts';
import { lockForDecision } from './decisions.service.ts';
import { queueDecisionEmails } from './queue-decision-email.ts';

/** Extends an offer until another time, and notifies the person. Throws `not_found`, `invalid_input`, `offer_over`. */
export async function extendOffer(
  services: Services,
  { actor, params: { id }, body: { until } }: Call<typeof contract.extendOffer>,
): Promise<Application> {
  const { db, event, now } = services;
  const heldUntil = new Date(until);
  const problem = findMomentProblem(heldUntil, now());
  if (problem) fail('invalid_input', { fields: { until: problem } });
  await transact(db, async (trx) => {
    const { applicant } = await lockForDecision(trx, event, id);
    const place = (await listPlaces({ db: trx, event }, [id])).get(id);
    failIf(extensionRefusal(place));
    if (place?.until === heldUntil.toISOString()) return;
    await holdPlace(trx, services, id, heldUntil);
    const email = createReminderEmail(services, { name: applicant.name, heldUntil });
    await queueMails(trx, addressTo(applicant, email));
    await recordAudit(trx, actor.id, 'application.extended', id);
    await notifyApplicationChange(trx, applicant.id);
  });
  return getApplication(services, { actor, params: { id } });
}

/**
 * Approves an applicant with a place, beyond the capacity if necessary, and notifies them at once even if decisions are
 * held. A place that they already have stays. Throws `not_found`, also where places are not limited.
 */
export async function offerPlace(
  services: Services,
  { actor, params: { id }, body: { reason } }: Call<typeof contract.offerPlace>,
): Promise<Application> {
  const { db, event, now } = services;
  if (event.capacity === undefined) fail('not_found');
  await transact(db, async (trx) => {
    const { applicant, admitted, removed } = await lockForDecision(trx, event, id);
    failIf(statusRefusal('approved', { admitted, removed }));
    const state = (await listPlaces({ db: trx, event }, [id])).get(id)?.state;
    if (state === 'offered' || state === 'confirmed') return;
    await endEarlierDecisions(trx, [id]);
    const heldUntil = await giveExtraPlace(trx, services, id);
    await approveNames(trx, [id]);
    await updateStatuses(trx, [id], { status: 'approved', by: actor.id, at: now() });
    const outcome = { status: 'approved' as const, heldUntil };
    await queueDecisionEmails(trx, services, [{ applicant, outcome }]);
    await recordAudit(trx, actor.id, 'application.place-given', id, { reason });
    await notifyApplicationChange(trx, applicant.id);
  });
  return getApplication(services, { actor, params: { id } });
}
