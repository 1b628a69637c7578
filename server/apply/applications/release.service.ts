import type * as contract from '../../../contract/apply/decisions.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { lockPlaces } from '../../event/places.locks.ts';
import { recordAudits } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { CallBy } from '../../platform/http/call.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { queueWebhook } from '../../platform/webhook/webhook.service.ts';
import { planOffers, queuePlaceOffers } from '../places/places.service.ts';
import { lockHeldApplications } from './applications.locks.ts';
import { selectHeldDecisions } from './decisions.queries.ts';
import { type DecisionOutcome, queueDecisionEmails } from './queue-decision-email.ts';
import { applyHeldDecisions, moveHeldToWaitlist } from './release.queries.ts';

type Outcome = ResponseOf<typeof contract.releaseDecisions>;

/** Ends the transaction of a dry run without a change; its cause is the outcome. */
class DryRun extends Error {}

/**
 * Releases all held decisions in one transaction: applicants see them and get one email each. Rejections of people who have
 * been checked in since stay held. A repeat releases nothing. A dry run does all of it and takes it back.
 */
export function releaseDecisions(
  services: Services,
  { actor, query: { dryRun } }: CallBy<typeof contract.releaseDecisions, string>,
): Promise<Outcome> {
  return transact(services.db, async (trx) => {
    await lockPlaces(trx, services.event);
    await lockKey(trx, 'release-decisions');
    const ids = await lockHeldApplications(trx);
    const { released, places } = await releaseHeld(trx, services, ids);
    const rejected = released.filter(({ outcome: { status } }) => status === 'rejected').length;
    const counts = { released: released.length, stillHeld: ids.length - released.length };
    const outcome = { ...counts, ...(rejected > 0 && { rejected }), places };
    if (dryRun) throw new DryRun('', { cause: outcome });
    if (released.length > 0) {
      const audited = released.map(({ applicationId, status }) => ({
        subject: applicationId,
        detail: { status },
      }));
      await recordAudits(trx, actor.id, 'application.released', audited);
      const told = released.map((applicant) => ({ applicant, outcome: applicant.outcome }));
      await queueDecisionEmails(trx, services, told);
      await queueWebhook(trx, services, {
        type: 'application.released',
        text: `Decisions were released: ${released.length}`,
        data: { applications: released.map(({ applicationId }) => applicationId) },
      });
      await notifyApplicationChange(trx, ...released.map(({ id }) => id));
    }
    return outcome;
  }).catch((error) => (error instanceof DryRun ? (error.cause as Outcome) : Promise.reject(error)));
}

type Released = Awaited<ReturnType<typeof applyHeldDecisions>>[number] & { outcome: DecisionOutcome };

/**
 * Puts held decisions into effect. Limited places that are free after the rejections go to the first in waitlist order; the
 * others wait, or stay held without a waitlist.
 */
async function releaseHeld(
  trx: Db,
  services: Services,
  ids: readonly string[],
): Promise<Pick<Outcome, 'places'> & { released: Released[] }> {
  const { event } = services;
  if (ids.length === 0) return { released: [] };
  const withOutcome = (rows: Awaited<ReturnType<typeof applyHeldDecisions>>, outcome?: DecisionOutcome) =>
    rows.map((row) => ({ ...row, outcome: outcome ?? { status: row.status } }));
  if (event.capacity === undefined) return { released: withOutcome(await applyHeldDecisions(trx, ids)) };
  const held = await selectHeldDecisions(trx, ids);
  const withStatus = (wanted: string) => held.filter(({ status }) => status === wanted).map(({ id }) => id);
  const rejected = withOutcome(await applyHeldDecisions(trx, withStatus('rejected')));
  const { offered, others, heldUntil, order } = await planOffers(trx, services, withStatus('approved'));
  const approved = withOutcome(await applyHeldDecisions(trx, offered), { status: 'approved', heldUntil });
  const waiting = event.waitlist
    ? withOutcome(await moveHeldToWaitlist(trx, others), { status: 'waiting' })
    : [];
  await queuePlaceOffers(trx, event);
  const counts = { given: approved.length, waiting: waiting.length };
  const places = { ...counts, heldUntil: heldUntil?.toISOString(), order };
  const isAllocated = offered.length + others.length > 0;
  return { released: [...rejected, ...approved, ...waiting], ...(isAllocated && { places }) };
}
