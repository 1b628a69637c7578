import type { Application, ApplicationStatus } from '../../../contract/apply/applications.ts';
import type * as contract from '../../../contract/apply/applications-admin.ts';
import type * as decisions from '../../../contract/apply/decisions.ts';
import type * as places from '../../../contract/apply/places.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { lockPlaces } from '../../event/places.locks.ts';
import { recordAudit, recordAudits } from '../../platform/audit/audit.service.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { toProblem } from '../../platform/http/error-handler.ts';
import { fail, failIf, Problem } from '../../platform/http/problem.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedInUser } from '../../platform/sessions/session-holders.ts';
import { queueWebhook } from '../../platform/webhook/webhook.service.ts';
import { toOfferedPlace } from '../places/offer-times.ts';
import {
  choosePlaces,
  givePlaces,
  givePlacesUp,
  joinWaitlist,
  recordPlaces,
  undoPlaces,
  waitForPlace,
} from '../places/places.service.ts';
import { lockApplicants, lockApplications } from './applications.locks.ts';
import { approveNames, selectCheckedIn, updateStatuses } from './applications.queries.ts';
import { statusRefusal, undoRefusal } from './applications.rules.ts';
import { getApplication } from './applications-admin.service.ts';
import * as queries from './decisions.queries.ts';
import { type DecisionOutcome, queueDecisionEmails } from './queue-decision-email.ts';

type Decided = 'approved' | 'rejected';

const toAudited = ({ id: subject, decided: from }: { id: string; decided: ApplicationStatus }) => ({
  subject,
  detail: { from },
});

/** Why applications were left as they are, by id. */
type Refusals = Map<string, Problem>;

/**
 * Approves or rejects an application. A change is audited, and emailed once if the person's address is verified and
 * decisions are not held; the same status again changes nothing. Throws `not_found`, `status_checked_in`, and
 * `status_changed` when the status is not `from`, or the waitlist not as `waits` says. With limited places, if all are taken,
 * an approval goes on the waitlist or throws `event_full`.
 */
export async function updateApplicationStatus(
  services: Services,
  {
    actor,
    params: { id },
    body: { from, waits, ...decision },
  }: Call<typeof contract.updateApplicationStatus>,
): Promise<Application> {
  const { refusals } = await decide(services, actor, [id], {
    ...decision,
    ...(from && { from: { [id]: from } }),
    ...(waits !== undefined && { waiting: waits ? [id] : [] }),
  });
  for (const refusal of refusals.values()) throw refusal;
  return getApplication(services, { actor, params: { id } });
}

/** Decides on several applications in one transaction; limited places go to the first ones. */
export async function updateApplicationStatuses(
  services: Services,
  { actor, body: { ids, ...decision } }: Call<typeof contract.updateApplicationStatuses>,
) {
  const unique = [...new Set(ids)];
  const { refusals, ...outcome } = await decide(services, actor, unique, decision).catch((error) => ({
    refusals: refuseAll(services, unique, error),
  }));
  return { ...toChanged(unique, refusals), ...outcome };
}

/** Puts several applications on the waitlist, each independently, and notifies them by email. */
export async function moveToWaitlist(
  services: Services,
  { actor, body: { ids } }: Call<typeof places.moveToWaitlist>,
) {
  const unique = [...new Set(ids)];
  const refusals: Refusals = new Map();
  for (const id of unique)
    await moveOneToWaitlist(services, actor, id).catch((error) =>
      refusals.set(id, refuseAll(services, [id], error).get(id)!),
    );
  return toChanged(unique, refusals);
}

/** Returns an error as the refusal of each of these applications; logs it when it is ours. */
function refuseAll({ log }: Services, ids: readonly string[], error: unknown): Refusals {
  const problem = toProblem(error);
  if (problem.status >= 500)
    for (const id of ids) log.error({ err: problem.cause ?? error, id }, 'A decision failed');
  return new Map(ids.map((id) => [id, problem]));
}

function toChanged(ids: readonly string[], refusals: Refusals) {
  return {
    changed: ids.filter((id) => !refusals.has(id)),
    failed: [...refusals].map(([id, { code, message }]) => ({ id, code, message })),
  };
}

/**
 * Locks applications with their people, and returns the existing ones with their held decisions. Waitlisted people count as
 * pending, with a held approval.
 */
async function lockForDecisions(trx: Db, event: Services['event'], ids: readonly string[]) {
  await lockPlaces(trx, event);
  const applicants = new Map((await lockApplicants(trx, ids)).map((person) => [person.id, person]));
  const applications = await lockApplications(trx, ids);
  const held = new Map(
    (await queries.selectHeldDecisions(trx, ids)).map(({ id, ...decision }) => [id, decision]),
  );
  const places = await recordPlaces(trx, event, ids);
  const admitted = await selectCheckedIn(trx, [...applicants.keys()]);
  return new Map(
    applications.flatMap(({ id, userId, status }) => {
      const applicant = applicants.get(userId);
      const waits = Boolean(places.get(id)?.waiting);
      const shown = waits ? ('approved' as const) : status;
      const decided = held.get(id)?.status ?? shown;
      const one = { id, shown, waits, decided, held: held.get(id) ?? null, places: places.get(id) };
      if (!applicant) return [];
      const removed = applicant.removedAt !== null;
      return [[id, { ...one, applicant, admitted: admitted.has(userId), removed }] as const];
    }),
  );
}

/** Locks an application as `lockForDecisions` does. Throws `not_found`. */
export async function lockForDecision(trx: Db, event: Services['event'], id: string) {
  return (await lockForDecisions(trx, event, [id])).get(id) ?? fail('not_found');
}

interface Decision {
  status: Decided;
  /** The statuses that the organizer saw, by application. */
  from?: Partial<Record<string, ApplicationStatus>> | undefined;
  /** Whom the organizer saw on the waitlist. */
  waiting?: readonly string[] | undefined;
  /** The email is delayed, and the decision can be undone until it is sent. */
  undoable: boolean;
  dryRun?: boolean;
}

/** Decides in one transaction, in the order of `ids`; a refusal does not stop the others. */
function decide(services: Services, actor: SignedInUser, ids: readonly string[], decision: Decision) {
  const { db, event, config, now } = services;
  const { status, undoable, dryRun } = decision;
  return transact(db, async (trx) => {
    const { refusals, changes } = await planDecisions(trx, services, ids, decision);
    const idsOf = (told: DecisionOutcome['status']) =>
      changes.filter((change) => change.told === told).map(({ id }) => id);
    const [given, rejected, waiting] = [idsOf('approved'), idsOf('rejected'), idsOf('waiting')];
    const isLimited = status === 'approved' && event.capacity !== undefined && !event.holdDecisions;
    const places = isLimited
      ? {
          given: given.length,
          waiting: waiting.length,
          heldUntil: toOfferedPlace(event, now()).held_until?.toISOString(),
        }
      : undefined;
    if (dryRun || changes.length === 0) return { refusals, places };

    const changed = changes.map(({ id }) => id);
    const until = new Date(now().getTime() + config.decisionMailDelay * 1000);
    const delaySeconds = undoable ? config.decisionMailDelay : 0;
    const before = new Map(
      (await queries.selectDecisionStates(trx, changed)).map(({ id, ...state }) => [id, state]),
    );
    // The emails of the decisions that these replace are not sent.
    await queries.endEarlierDecisions(trx, changed);
    const held = { status, decided_by: actor.id, decided_at: now() };
    const holding = changes.filter(({ shown }) => event.holdDecisions && shown !== status);
    await queries.insertHeldDecisions(
      trx,
      holding.map(({ id }) => ({ id, ...held })),
    );
    if (status === 'approved') await approveNames(trx, changed);
    const { heldUntil } = await givePlaces(trx, services, given);
    await updateStatuses(trx, [...given, ...rejected], { status, by: actor.id, at: now() });
    await givePlacesUp(trx, event, rejected, delaySeconds);
    await joinWaitlist(trx, services, { ids: waiting, by: actor.id });

    const told = changes.flatMap(({ told, ...one }) =>
      told ? [{ ...one, outcome: { status: told, heldUntil } }] : [],
    );
    const mails = await queueDecisionEmails(trx, services, told, { delaySeconds });
    const previous = new Map<string, queries.PreviousState>(changes.map(({ id, held }) => [id, { held }]));
    for (const { id, decided: from, places, outcome } of told) {
      const webhook = await queueDecisionWebhook(trx, services, id, { ...outcome, from, delaySeconds });
      previous.set(id, { application: before.get(id)!, places, webhook });
    }
    if (undoable)
      await queries.insertUndos(
        trx,
        changes.map(({ id, applicant }) => ({
          id,
          mailId: mails.get(applicant.id),
          until,
          previous: previous.get(id)!,
        })),
      );
    const waits = ({ told }: (typeof changes)[number]) => told === 'waiting';
    await recordAudits(trx, actor.id, 'application.waitlisted', changes.filter(waits).map(toAudited));
    const decided = changes.filter((change) => !waits(change)).map(toAudited);
    await recordAudits(trx, actor.id, `application.${status}`, decided);
    await notifyApplicationChange(trx, ...told.map(({ applicant }) => applicant.id));
    return { refusals, places, ...(undoable && { undoable: { ids: changed, until: until.toISOString() } }) };
  });
}

/**
 * Locks applications, and returns those that a decision would change and why others are refused; changes nothing. `told` is
 * what the applicant is notified of: nothing while the decision is held.
 */
async function planDecisions(
  trx: Db,
  services: Services,
  ids: readonly string[],
  { status, from: seen = {}, waiting }: Decision,
) {
  const { event } = services;
  const found = await lockForDecisions(trx, event, ids);
  const refusals: Refusals = new Map();
  const changing = ids.flatMap((id) => {
    const one = found.get(id);
    const isSeen =
      !one ||
      ((!seen[id] || [one.decided, one.waits && 'pending'].includes(seen[id])) &&
        (!waiting || waiting.includes(id) === one.waits));
    const refusal = one ? statusRefusal(status, one) : 'not_found';
    if (one?.decided === status) return [];
    if (!isSeen) {
      const now = one.waits && one.decided === 'approved' ? 'on the waitlist' : one.decided;
      refusals.set(id, new Problem('status_changed', { values: { status: now } }));
    } else if (refusal) refusals.set(id, new Problem(refusal));
    return one && !refusals.has(id) ? [one] : [];
  });
  const isTold = ({ shown }: (typeof changing)[number]) => status !== shown && !event.holdDecisions;
  const approved = status === 'approved' ? changing.filter(isTold).map(({ id }) => id) : [];
  const chosen = await choosePlaces(trx, services, approved);
  const others = new Set(approved.filter((id) => !chosen.has(id)));
  if (!event.waitlist) for (const id of others) refusals.set(id, new Problem('event_full'));
  const changes = changing
    .filter(({ id }) => !refusals.has(id))
    .map((one) => {
      const told = others.has(one.id) ? ('waiting' as const) : status;
      return { ...one, told: isTold(one) ? told : undefined };
    });
  return { refusals, changes };
}

/** Throws `not_found`, `status_checked_in`, `place_confirmed`, and as `waitForPlace` does. */
async function moveOneToWaitlist(services: Services, actor: SignedInUser, id: string): Promise<void> {
  const { db, event } = services;
  await transact(db, async (trx) => {
    const { applicant, waits, decided: from, admitted, removed } = await lockForDecision(trx, event, id);
    if (waits) return;
    failIf(statusRefusal('rejected', { admitted, removed }));
    const [state] = await queries.selectDecisionStates(trx, [id]);
    if (state?.attendance_confirmed) fail('place_confirmed');
    await queries.endEarlierDecisions(trx, [id]);
    await waitForPlace(trx, services, { id, by: actor.id });
    await queueDecisionEmails(trx, services, [{ applicant, outcome: { status: 'waiting' } }]);
    await queueDecisionWebhook(trx, services, id, { status: 'waiting', from });
    await recordAudit(trx, actor.id, 'application.waitlisted', id, { from });
    await notifyApplicationChange(trx, applicant.id);
  });
}

/** Queues a decision that has taken effect for the webhook; held ones follow with their release. */
function queueDecisionWebhook(
  trx: Db,
  services: Services,
  id: string,
  {
    status,
    from,
    delaySeconds = 0,
  }: { status: DecisionOutcome['status']; from: string; delaySeconds?: number },
): Promise<string | undefined> {
  const [type, word] = status === 'waiting' ? ['waitlisted', 'moved to the waitlist'] : [status, status];
  const text = `An application was ${word}: ${services.config.publicUrl.origin}${paths.dashboard}?id=${id}`;
  const data = { application: id, from };
  return queueWebhook(trx, services, { type: `application.${type}`, text, data }, { delaySeconds });
}

/**
 * Undoes the last decision on an application, until its email is sent. Throws `not_found`, `status_changed` if the status
 * is not `status`, and `decision_final`.
 */
export async function undoDecision(
  services: Services,
  { actor, params: { id }, body: { status } }: Call<typeof decisions.undoDecision>,
): Promise<Application> {
  for (const refusal of (await undo(services, actor, [id], status)).values()) throw refusal;
  return getApplication(services, { actor, params: { id } });
}

/** Undoes the last decisions on several applications in one transaction, so that nobody else gets a place in between. */
export async function undoDecisions(
  services: Services,
  { actor, body: { ids, status } }: Call<typeof decisions.undoDecisions>,
) {
  const unique = [...new Set(ids)];
  return toChanged(
    unique,
    await undo(services, actor, unique, status).catch((error) => refuseAll(services, unique, error)),
  );
}

function undo(services: Services, actor: SignedInUser, ids: readonly string[], status: Decided) {
  const { db, event, now } = services;
  return transact(db, async (trx) => {
    const found = await lockForDecisions(trx, event, ids);
    const undos = await queries.selectUndos(trx, ids);
    const refusals: Refusals = new Map();
    for (const id of ids) {
      const one = found.get(id);
      const refusal = one && undoRefusal(undos.get(id), { admitted: one.admitted, now: now() });
      if (!one) refusals.set(id, new Problem('not_found'));
      else if (one.decided !== status)
        refusals.set(id, new Problem('status_changed', { values: { status: one.decided } }));
      else if (refusal) refusals.set(id, new Problem(refusal));
    }
    const taken = await queries.takeUndos(
      trx,
      ids.filter((id) => !refusals.has(id)),
    );
    // An email may have gone out since they were read.
    for (const id of ids)
      if (!refusals.has(id) && !taken.has(id)) refusals.set(id, new Problem('decision_final'));
    if (taken.size === 0) return refusals;
    const undone = [...taken].map((id) => ({ ...found.get(id)!, ...undos.get(id)! }));
    const shown = undone.flatMap(({ id, applicant, previous }) =>
      'application' in previous ? [{ ...previous, id, applicant }] : [],
    );
    const held = undone.flatMap(({ id, previous }) =>
      'held' in previous ? [{ id, held: previous.held }] : [],
    );
    const previous = new Map(shown.flatMap(({ id, places }) => (places ? [[id, places] as const] : [])));
    const restore = () =>
      queries.restoreDecisionStates(
        trx,
        shown.map(({ id, application }) => ({ id, ...application })),
      );
    if (shown.length > 0) await undoPlaces(trx, services, { previous, undo: restore });
    await queries.deleteHeldDecisions(
      trx,
      held.map(({ id }) => id),
    );
    await queries.insertHeldDecisions(
      trx,
      held.flatMap(({ id, held }) => (held ? [{ id, ...held }] : [])),
    );
    await recordAudits(trx, actor.id, 'application.undone', undone.map(toAudited));
    await notifyApplicationChange(trx, ...shown.map(({ applicant }) => applicant.id));
    return refusals;
  });
}

export async function deleteExpiredUndo({ db, now }: Services): Promise<void> {
  await queries.deleteUndoBefore(db, now());
}
