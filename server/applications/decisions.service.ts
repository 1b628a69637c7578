import type { Application, ApplicationStatus } from '../../contract/applications.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { lockApplicant, lockApplication, lockHeldApplications, lockKey } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { toProblem } from '../http/error-handler.ts';
import { fail } from '../http/problem.ts';
import { notifySubscribers } from '../live/notify.ts';
import { createStatusEmail } from '../mail/emails.ts';
import { queueMail, queueMails } from '../mail/mail.service.ts';
import type { Services } from '../services.ts';
import type { SignedInUser } from '../sessions/sessions.service.ts';
import { isCheckedIn, updateStatus } from './applications.queries.ts';
import { statusRefusal, undoRefusal } from './applications.rules.ts';
import { getApplication } from './applications-admin.service.ts';
import { deleteClaim } from './blind-review.queries.ts';
import {
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
import { applyHeldDecisions, insertReleaseAudits } from './release.queries.ts';

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
 * when the status is not `from`.
 */
export async function updateApplicationStatus(
  services: Services,
  actor: SignedInUser,
  id: string,
  decision: Decision,
): Promise<Application> {
  await decide(services, actor, id, decision);
  return getApplication(services, actor, id);
}

/** Decides on several applications, each on its own: one refusal does not stop the others. */
export async function updateApplicationStatuses(
  services: Services,
  actor: SignedInUser,
  ids: string[],
  decision: Omit<Decision, 'from'>,
) {
  const changed: string[] = [];
  const failed: { id: string; code: string; message: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      await decide(services, actor, id, decision);
      changed.push(id);
    } catch (error) {
      const { code, message, status, cause } = toProblem(error);
      if (status >= 500) services.log.error({ err: cause ?? error, id }, 'A decision failed');
      failed.push({ id, code, message });
    }
  }
  return { changed, failed };
}

/** Locks an application with its person, and returns both with the held decision. Throws `not_found`. */
async function lockForDecision(trx: Db, id: string) {
  const applicant = await lockApplicant(trx, id);
  const application = await lockApplication(trx, id);
  if (!applicant || !application) fail('not_found');
  const held = await findHeldDecision(trx, id);
  return { applicant, shown: application.status, held, decided: held?.status ?? application.status };
}

async function decide(
  services: Services,
  actor: SignedInUser,
  id: string,
  { status, from: expected, undoable }: Decision,
): Promise<void> {
  const { db, event, config, now } = services;
  await transact(db, async (trx) => {
    const { applicant, shown, held, decided: from } = await lockForDecision(trx, id);
    if (from === status) return;
    if (expected && expected !== from) fail('status_changed', { values: { status: from } });
    const refusal = statusRefusal(status, await isCheckedIn(trx, applicant.id));
    if (refusal) fail(refusal);
    // The email of the decision that this one replaces is not sent.
    await takeUndo(trx, id);
    await deleteClaim(trx, id);
    const isShown = status !== shown && !event.holdDecisions;
    const previous: PreviousState = isShown
      ? { application: await selectDecisionState(trx, id) }
      : { held: held ?? null };
    const decision = { status, by: actor.id, at: now() };
    let mailId: string | undefined;
    if (status !== shown && event.holdDecisions) await upsertHeldDecision(trx, id, decision);
    else await deleteHeldDecision(trx, id);
    if (isShown) {
      await updateStatus(trx, id, decision);
      mailId = await queueStatusEmail(trx, services, applicant, status, undoable);
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

type Applicant = { id: string; name: string; email: string | null; emailVerified: boolean };

async function queueStatusEmail(
  trx: Db,
  services: Services,
  applicant: Applicant,
  status: Decided,
  waits: boolean,
): Promise<string | undefined> {
  const mail = toStatusMail(services, applicant, status);
  return mail && queueMail(trx, mail, { delaySeconds: waits ? services.config.decisionMailDelay : 0 });
}

function toStatusMail({ event, config }: Services, applicant: Applicant, status: Decided) {
  const { id: userId, name, email: to, emailVerified } = applicant;
  if (!to || !emailVerified) return undefined;
  return { to, userId, ...createStatusEmail({ event, publicUrl: config.publicUrl, name, status }) };
}

/**
 * Undoes the last decision on an application, with its email, until the email is sent. Throws `not_found`, `status_changed`
 * when the status is not `status`, and `decision_final`.
 */
export async function undoDecision(
  services: Services,
  actor: SignedInUser,
  id: string,
  status: Decided,
): Promise<Application> {
  await transact(services.db, async (trx) => {
    const { applicant, decided } = await lockForDecision(trx, id);
    if (decided !== status) fail('status_changed', { values: { status: decided } });
    const undo = await takeUndo(trx, id);
    const admitted = await isCheckedIn(trx, applicant.id);
    const refusal = undoRefusal(undo, { admitted, now: services.now() });
    if (!undo || refusal) return fail(refusal ?? 'unavailable');
    const { previous } = undo;
    if ('application' in previous) await restoreDecisionState(trx, id, previous.application);
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
  return getApplication(services, actor, id);
}

/**
 * Releases all held decisions in one transaction: applicants see them, and each gets one email. A rejection of somebody who
 * has been checked in meanwhile stays held. A repeat releases nothing.
 */
export function releaseDecisions(
  services: Services,
  actor: SignedInUser,
): Promise<{ released: number; stillHeld: number }> {
  return transact(services.db, async (trx) => {
    await lockKey(trx, 'release-decisions');
    const ids = await lockHeldApplications(trx);
    const released = ids.length > 0 ? await applyHeldDecisions(trx, ids) : [];
    if (released.length > 0) {
      await insertReleaseAudits(trx, actor.id, released);
      const mails = released.flatMap(
        ({ userId, status, ...person }) => toStatusMail(services, { ...person, id: userId }, status) ?? [],
      );
      await queueMails(trx, mails);
      await notifySubscribers(trx, 'applications');
      for (const { userId } of released) await notifySubscribers(trx, `user:${userId}`);
    }
    return { released: released.length, stillHeld: ids.length - released.length };
  });
}

/** Deletes what can no longer be undone. */
export async function deleteExpiredUndo({ db, now }: Services): Promise<void> {
  await deleteUndoBefore(db, now());
}
