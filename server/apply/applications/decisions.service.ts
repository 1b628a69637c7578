import type { Application, ApplicationStatus } from '../../../contract/apply/applications.ts';
import type * as contract from '../../../contract/apply/applications-admin.ts';
import type * as decisions from '../../../contract/apply/decisions.ts';
import type * as places from '../../../contract/apply/places.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockApplicant, lockApplication, lockPlaces } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { toProblem } from '../../platform/http/error-handler.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedInUser } from '../../platform/sessions/sessions.service.ts';
import { queueWebhook } from '../../platform/webhook/webhook.service.ts';
import {
  givePlaceUp,
  isWaiting,
  recordPlaces,
  reservePlace,
  undoPlaces,
  waitForPlace,
} from '../places/places.service.ts';
import { approveName, isCheckedIn, updateStatus } from './applications.queries.ts';
import { statusRefusal, undoRefusal } from './applications.rules.ts';
import { getApplication } from './applications-admin.service.ts';
import {
  deleteClaim,
  deleteHeldDecision,
  deleteUndoBefore,
  findHeldDecision,
  insertUndo,
  type PreviousState,
  restoreDecisionState,
  restoreHeldDecision,
  selectDecisionState,
  takeUndo,
  upsertHeldDecision,
} from './decisions.queries.ts';
import { type DecisionOutcome, queueDecisionEmail } from './queue-decision-email.ts';

type Decided = 'approved' | 'rejected';

/** `undoable`: the email waits, and the decision can be undone until then. */
interface Decision {
  status: Decided;
  from?: ApplicationStatus | undefined;
  undoable: boolean;
}

/**
 * Approves or rejects an application. A change is audited, and emailed once to a person with a verified address unless
 * decisions are held; the same status again changes nothing. Throws `not_found`, `status_checked_in`, and `status_changed`
 * when the status is not `from`. With limited places, an approval waits when every place is taken, or throws `event_full`.
 */
export async function updateApplicationStatus(
  services: Services,
  { actor, params: { id }, body: decision }: Call<typeof contract.updateApplicationStatus>,
): Promise<Application> {
  await decide(services, actor, id, decision);
  return getApplication(services, { actor, params: { id } });
}

/** Decides on several applications, each on its own. */
export const updateApplicationStatuses = (
  services: Services,
  { actor, body: { ids, ...decision } }: Call<typeof contract.updateApplicationStatuses>,
) => changeEach(services, ids, (id) => decide(services, actor, id, decision));

/** Puts several applications on the waitlist, each on its own; they are told by email. */
export const moveToWaitlist = (
  services: Services,
  { actor, body: { ids } }: Call<typeof places.moveToWaitlist>,
) => changeEach(services, ids, (id) => moveOneToWaitlist(services, actor, id));

/** Changes several applications, each on its own: one refusal does not stop the others. */
async function changeEach({ log }: Services, ids: string[], change: (id: string) => Promise<void>) {
  const changed: string[] = [];
  const failed: { id: string; code: string; message: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      await change(id);
      changed.push(id);
    } catch (error) {
      const { code, message, status, cause } = toProblem(error);
      if (status >= 500) log.error({ err: cause ?? error, id }, 'A decision failed');
      failed.push({ id, code, message });
    }
  }
  return { changed, failed };
}

/**
 * Locks an application with its person, and returns both with the held decision. Who waits for a place is pending, and their
 * decision is an approval. Throws `not_found`.
 */
export async function lockForDecision(trx: Db, event: Services['event'], id: string) {
  await lockPlaces(trx, event);
  const applicant = await lockApplicant(trx, id);
  const application = await lockApplication(trx, id);
  if (!applicant || !application) fail('not_found');
  const held = await findHeldDecision(trx, id);
  const waits = event.capacity !== undefined && (await isWaiting(trx, id));
  const shown = waits ? ('approved' as const) : application.status;
  return { applicant, shown, held, waits, decided: held?.status ?? shown };
}

async function decide(
  services: Services,
  actor: SignedInUser,
  id: string,
  { status, from: expected, undoable }: Decision,
): Promise<void> {
  const { db, event, config, now } = services;
  await transact(db, async (trx) => {
    const { applicant, shown, held, waits, decided: from } = await lockForDecision(trx, event, id);
    if (from === status) return;
    if (expected && expected !== from && !(waits && expected === 'pending'))
      fail('status_changed', { values: { status: from } });
    failIf(statusRefusal(status, await isCheckedIn(trx, applicant.id)));
    // The email of the decision that this one replaces is not sent.
    await takeUndo(trx, id);
    await deleteClaim(trx, id);
    const isShown = status !== shown && !event.holdDecisions;
    const previous: PreviousState = isShown
      ? { application: await selectDecisionState(trx, id), places: await recordPlaces(trx, event, id) }
      : { held: held ?? null };
    const decision = { status, by: actor.id, at: now() };
    if (status === 'approved') await approveName(trx, id);
    let mailId: string | undefined;
    if (status !== shown && event.holdDecisions) await upsertHeldDecision(trx, id, decision);
    else await deleteHeldDecision(trx, id);
    if (isShown) {
      const outcome = await takeEffect(trx, services, id, { ...decision, undoable });
      mailId = await queueDecisionEmail(trx, services, applicant, outcome, undoable);
      await queueDecisionWebhook(trx, services, id, { status: outcome.status, from });
    }
    if (undoable) {
      const until = new Date(now().getTime() + config.decisionMailDelay * 1000);
      await insertUndo(trx, { id, mailId, until, previous });
    }
    await recordAudit(trx, {
      actorId: actor.id,
      action: `application.${status}`,
      subject: id,
      detail: { from },
    });
    await notifySubscribers(trx, 'applications');
    if (isShown) await notifySubscribers(trx, `user:${applicant.id}`);
  });
}

/** Throws `not_found`, `status_checked_in`, `place_confirmed`, and as `waitForPlace` does. */
async function moveOneToWaitlist(services: Services, actor: SignedInUser, id: string): Promise<void> {
  const { db, event } = services;
  await transact(db, async (trx) => {
    const { applicant, waits, decided: from } = await lockForDecision(trx, event, id);
    if (waits) return;
    failIf(statusRefusal('rejected', await isCheckedIn(trx, applicant.id)));
    if ((await selectDecisionState(trx, id)).attendance_confirmed) fail('place_confirmed');
    await takeUndo(trx, id);
    await deleteClaim(trx, id);
    await deleteHeldDecision(trx, id);
    await waitForPlace(trx, services, { id, by: actor.id });
    await queueDecisionEmail(trx, services, applicant, { status: 'waiting' }, false);
    await queueDecisionWebhook(trx, services, id, { status: 'waiting', from });
    const detail = { from };
    await recordAudit(trx, { actorId: actor.id, action: 'application.waitlisted', subject: id, detail });
    await notifySubscribers(trx, 'applications');
    await notifySubscribers(trx, `user:${applicant.id}`);
  });
}

/** Queues a decision that has taken effect for the webhook; one that is held is told with its release. */
function queueDecisionWebhook(
  trx: Db,
  services: Services,
  id: string,
  { status, from }: { status: DecisionOutcome['status']; from: string },
): Promise<void> {
  const [type, word] = status === 'waiting' ? ['waitlisted', 'moved to the waitlist'] : [status, status];
  return queueWebhook(trx, services, {
    type: `application.${type}`,
    text: `An application was ${word}: ${services.config.publicUrl.origin}${paths.dashboard}?id=${id}`,
    data: { application: id, from },
  });
}

/** Gives an application the status that was decided, with a place or on the waitlist; a rejection frees its place. */
async function takeEffect(
  trx: Db,
  services: Services,
  id: string,
  { undoable, ...decision }: { status: Decided; by: string; at: Date; undoable: boolean },
): Promise<DecisionOutcome> {
  const { event, config } = services;
  const isRejection = decision.status === 'rejected';
  const { waits, heldUntil } = isRejection
    ? { waits: false, heldUntil: null }
    : await reservePlace(trx, services, { id, by: decision.by });
  if (waits) return { status: 'waiting' };
  await updateStatus(trx, id, decision);
  if (isRejection) await givePlaceUp(trx, event, id, undoable ? config.decisionMailDelay : 0);
  return { status: decision.status, heldUntil };
}

/**
 * Undoes the last decision on an application, with its email, until the email is sent. Throws `not_found`, `status_changed`
 * when the status is not `status`, and `decision_final`.
 */
export async function undoDecision(
  services: Services,
  { actor, params: { id }, body: { status } }: Call<typeof decisions.undoDecision>,
): Promise<Application> {
  await transact(services.db, async (trx) => {
    const { applicant, decided } = await lockForDecision(trx, services.event, id);
    if (decided !== status) fail('status_changed', { values: { status: decided } });
    const undo = await takeUndo(trx, id);
    const admitted = await isCheckedIn(trx, applicant.id);
    const refusal = undoRefusal(undo, { admitted, now: services.now() });
    if (!undo || refusal) return fail(refusal ?? 'unavailable');
    const { previous } = undo;
    if ('application' in previous)
      await undoPlaces(trx, services, {
        id,
        previous: previous.places,
        undo: () => restoreDecisionState(trx, id, previous.application),
      });
    else if (previous.held) await restoreHeldDecision(trx, id, previous.held);
    else await deleteHeldDecision(trx, id);
    await recordAudit(trx, {
      actorId: actor.id,
      action: 'application.undone',
      subject: id,
      detail: { from: decided },
    });
    await notifySubscribers(trx, 'applications');
    if ('application' in previous) await notifySubscribers(trx, `user:${applicant.id}`);
  });
  return getApplication(services, { actor, params: { id } });
}

/** Deletes what can no longer be undone. */
export async function deleteExpiredUndo({ db, now }: Services): Promise<void> {
  await deleteUndoBefore(db, now());
}
