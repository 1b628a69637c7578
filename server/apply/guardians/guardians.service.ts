import type * as contract from '../../../contract/apply/guardians.ts';
import type { Event } from '../../../contract/event/event.ts';
import { limits } from '../../../contract/limits.ts';
import { day } from '../../../contract/platform/durations.ts';
import { findUser } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { sendCachedPage } from '../../platform/http/cached-pages.ts';
import type { Call, HttpCall } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { SharedRateLimitStore } from '../../platform/http/rate-limit.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import { addressTo, queueMail, queueMails } from '../../platform/mail/mail.service.ts';
import { deriveGuardianToken } from '../../platform/mail/mail-secrets.ts';
import { toMailbox } from '../../platform/mail/mailbox.ts';
import { perEvent, type Services } from '../../platform/services.ts';
import { hashToken } from '../../platform/sessions/session-holders.ts';
import { listAgreements } from '../agreements/agreements.service.ts';
import { lockApplicant } from '../applications/applications.locks.ts';
import { createDeclinedEmail, createGuardianEmail } from './guardian-email.ts';
import { createGuardianPages, createQuestionPage } from './guardian-pages.ts';
import * as queries from './guardians.queries.ts';
import { askAgainRefusal } from './guardians.rules.ts';

interface Applicant {
  id: string;
  name: string;
  email: string | null;
}

/**
 * Counts an email to a guardian in its transaction, whatever triggers it. Throws `guardian_just_asked` and
 * `guardian_asked_often`.
 */
async function requireQuota(
  trx: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { again, perApplicant, perMailbox } = limits.guardian;
  const wait = await new SharedRateLimitStore({ db: trx, config }).consume(
    [
      { key: `guardian, again ${id}`, max: 1, milliseconds: again },
      { key: `guardian of ${id}`, max: perApplicant, milliseconds: day },
      { key: `guardian at ${toMailbox(email)}`, max: perMailbox, milliseconds: day },
    ],
    now().getTime(),
  );
  if (wait > 0) fail(wait > again ? 'guardian_asked_often' : 'guardian_just_asked');
}

/**
 * Asks a guardian for consent: creates a new link and emails it. Throws `invalid_input` for the applicant's own mailbox,
 * `guardian_just_asked` and `guardian_asked_often`.
 */
async function askGuardian(trx: Db, services: Services, { id, name, email: own }: Applicant, email: string) {
  requireOther(email, own);
  await requireQuota(trx, services, { id, email });
  const { config, now, random } = services;
  const { days } = limits.guardian;
  const linkId = random(16).toString('hex');
  await queries.upsertGuardian(trx, {
    user_id: id,
    email,
    link_id: linkId,
    token_hash: hashToken(deriveGuardianToken(config, linkId)),
    expires_at: new Date(now().getTime() + days * day),
    sent_at: now(),
  });
  const content = createGuardianEmail(services, { name, days });
  // Not the applicant's own email: neither their account nor their export contains it.
  await queueMail(trx, { ...content, to: email, userId: null, aboutId: id });
}

/**
 * Stores the guardian named in a locked user's form and asks them; without one, deletes an earlier form's guardian. Throws
 * `guardian_declined` and what `askGuardian` throws.
 */
export async function saveGuardian(trx: Db, services: Services, user: Applicant, email: string | undefined) {
  const former = await queries.findGuardian(trx, user.id);
  if (email === undefined && former) await queries.deleteGuardian(trx, user.id);
  await addGuardian(trx, services, user, { email, former });
}

/**
 * Asks the guardian named in a form; `former` is the person's previous one. Throws `guardian_declined` and what
 * `askGuardian` throws.
 */
export async function addGuardian(
  trx: Db,
  services: Services,
  user: Applicant,
  { email, former }: { email: string | undefined; former: { declinedAt: Date | null } | undefined },
): Promise<void> {
  failIf(askAgainRefusal(former));
  if (email !== undefined) await askGuardian(trx, services, user, email);
}

function requireOther(email: string, own: string | null): void {
  if (own && toMailbox(email) === toMailbox(own))
    fail('invalid_input', {
      fields: { guardianEmail: 'This is your own email address: enter that of your parent or guardian.' },
    });
}

/** Returns the guardian whose consent a user needs, and whether they gave it; undefined if none is needed. */
export async function findGuardianState(db: Db, userId: string): Promise<contract.GuardianState | undefined> {
  const guardian = await queries.findGuardian(db, userId);
  return (
    guardian && {
      email: guardian.email,
      sentAt: guardian.sentAt.toISOString(),
      ...(guardian.confirmedAt && { confirmedAt: guardian.confirmedAt.toISOString() }),
      ...(guardian.declinedAt && { declinedAt: guardian.declinedAt.toISOString() }),
    }
  );
}

/** Lists by user id whether a guardian was asked, agreed or refused; empty for an event that asks no guardians. */
export async function listGuardians(
  { db, event }: { db: Db; event: Pick<Event, 'guardian'> },
  userIds: readonly string[],
): Promise<Map<string, 'asked' | 'confirmed' | 'declined'>> {
  const guardians = event.guardian && userIds.length > 0 ? await queries.selectGuardians(db, userIds) : [];
  return new Map(
    guardians.map(
      ({ userId, confirmedAt, declinedAt }) =>
        [userId, confirmedAt ? 'confirmed' : declinedAt ? 'declined' : 'asked'] as const,
    ),
  );
}

type MissingYes = 'unanswered' | 'declined';

/** Lists by user id why consent is missing, for all or for one user; empty for an event that asks no guardians. */
export async function listUnconfirmed(
  { db, event }: { db: Db; event: Pick<Event, 'guardian'> },
  userId?: string,
): Promise<Map<string, MissingYes>> {
  const guardians = event.guardian ? await queries.selectUnconfirmed(db, userId) : [];
  return new Map(
    guardians.map(({ userId, declinedAt }) => [userId, declinedAt ? 'declined' : 'unanswered'] as const),
  );
}

/**
 * Asks the guardian of an applicant again. Throws `not_found` without such an application, and what `askGuardianAgain` throws.
 */
export async function sendGuardianEmail(
  services: Services,
  { actor, params, body: { email } }: Call<typeof contract.sendGuardianEmail>,
): Promise<void> {
  await transact(services.db, async (trx) => {
    const user = (await lockApplicant(trx, params.id)) ?? fail('not_found');
    await askGuardianAgain(trx, services, user, { email, by: actor.id });
  });
}

/**
 * Asks a locked user's guardian again, at another address if given; does nothing once they have agreed. Throws `not_found`
 * for a user without a guardian, `guardian_declined` if the applicant asks after a refusal, and what `askGuardian` throws.
 */
export async function askGuardianAgain(
  trx: Db,
  services: Services,
  user: Applicant,
  { email, by }: { email: string | undefined; by: string },
): Promise<void> {
  const guardian = (await queries.findGuardian(trx, user.id)) ?? fail('not_found');
  if (guardian.confirmedAt) return;
  failIf(by === user.id ? askAgainRefusal(guardian) : undefined);
  await askGuardian(trx, services, user, email ?? guardian.email);
  await recordAudit(trx, by, 'guardian.asked', user.id);
  await notifyApplicationChange(trx, user.id);
}

const getPages = perEvent(({ event }) => createGuardianPages(event));

/** Sends the page for the state of a guardian's link: the question, the answer, or 404 for an invalid link. */
export async function getGuardianPage(
  services: Services,
  { params, request, reply }: Omit<HttpCall<typeof contract.getGuardianPage>, 'body'>,
) {
  const { db, event, now } = services;
  const pages = getPages(services);
  const guardian = await queries.findGuardianByLink(db, hashToken(params.token), now());
  if (!guardian) return sendCachedPage(pages.unknown, request, reply.status(404));
  if (guardian.confirmedAt) return sendCachedPage(pages.confirmed, request, reply);
  if (guardian.declinedAt) return sendCachedPage(pages.declined, request, reply);
  const made = await listAgreements(db, guardian.userId);
  const agreed = event.agreements.filter(({ id, version }) =>
    made.some((one) => one.id === id && one.version === version && !one.revokedAt),
  );
  return sendCachedPage(createQuestionPage(event, agreed), request, reply);
}

/**
 * Records the answer of the guardian with this link, and notifies the applicant of a refusal. The first answer holds, so a
 * repeat changes nothing. Sends the page for the resulting state.
 */
export async function answerGuardian(services: Services, call: HttpCall<typeof contract.answerGuardian>) {
  const { now } = services;
  const { token } = call.params;
  const { answer } = call.body;
  await transact(services.db, async (trx) => {
    const userId = await queries.markAnswered(trx, hashToken(token), { answer, now: now() });
    if (userId) {
      await recordAudit(trx, null, answer === 'yes' ? 'guardian.confirmed' : 'guardian.declined', userId);
      await notifyApplicationChange(trx, userId);
      const person = (await findUser(trx, userId))!;
      if (answer === 'no')
        await queueMails(trx, addressTo(person, createDeclinedEmail(services, { name: person.name })));
    }
  });
  return getGuardianPage(services, call);
}
