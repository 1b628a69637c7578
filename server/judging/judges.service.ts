import type * as contract from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import type { ResponseOf } from '../../contract/platform/endpoint.ts';
import { storeEmailToJudges } from '../event-day/announcements/announcements.service.ts';
import { deleteJudgeSessions } from '../people-data/sessions.queries.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import type { Db } from '../platform/db/open.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call, CallBy } from '../platform/http/call.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import { createEmail } from '../platform/mail/email.ts';
import { queueMailsOnce } from '../platform/mail/mail.service.ts';
import { createQrImage } from '../platform/qr-image.ts';
import type { Services } from '../platform/services.ts';
import { createDeviceMark } from '../platform/sessions/device-marks.ts';
import * as queries from './judges.queries.ts';
import { parseJudgeList } from './judges-list.ts';
import { chooseNames, type NewJudge, refuseJudges, requireFreeName, requirePrizes } from './new-judges.ts';
import { hashPassword, newJudgePassword } from './password.ts';
import { insertVoids } from './scores.queries.ts';

const { maxAtOnce } = limits.judging;

/** A judge's account with its password; only a hash of the password is stored. */
export type CreatedJudge = Omit<contract.JudgeAccount, 'signInCode'>;

/** Creates judges with new passwords, all or none. Throws `judges_unwanted` when a username or name is taken or invalid. */
export async function createJudgeAccounts(
  services: Pick<Services, 'db' | 'random' | 'event' | 'config'>,
  requested: readonly NewJudge[],
  actorId: string | null = null,
): Promise<CreatedJudge[]> {
  const { db, event } = services;
  requirePrizes(event, requested);
  const choose = async (trx: Db) => chooseNames(requested, await queries.selectTakenUsernames(trx));
  // Hashing a password takes long, and it depends on the username, so usernames are chosen before the lock, and again if
  // somebody else took them.
  const wanted = await choose(db);
  const passwords = wanted.map(({ username }) => newJudgePassword(services, username));
  const hashes = await Promise.all(passwords.map(hashPassword));
  const created = await transact(db, async (trx) => {
    await queries.lockJudges(trx);
    const chosen = await choose(trx);
    if (chosen.some(({ username }, at) => username !== wanted[at]!.username)) return undefined;
    for (const [at, judge] of chosen.entries())
      await queries.insertJudge(trx, { ...judge, password_hash: hashes[at]! });
    const detail = { usernames: chosen.map(({ username }) => username) };
    await recordAudit(trx, actorId, 'judges.created', 'judges', detail);
    await notifySubscribers(trx, 'judging');
    return chosen.map(({ email: _, ...judge }, at) => ({ ...judge, password: passwords[at]! }));
  });
  return created ?? createJudgeAccounts(services, requested, actorId);
}

/**
 * Returns the address that a judge's sign-in code opens. Username and password are in its fragment, which browsers never send:
 * no log and no other site sees it. Opening it fills in the form; the judge still submits it.
 */
export function createSignInAddress(
  { config }: Pick<Services, 'config'>,
  { username, password }: Pick<CreatedJudge, 'username' | 'password'>,
): string {
  const address = new URL('/login', config.publicUrl);
  const device = createDeviceMark(config, 'judge', username);
  address.hash = new URLSearchParams({ username, password, device }).toString();
  return address.href;
}

function withSignInCode(services: Pick<Services, 'config'>, account: CreatedJudge): contract.JudgeAccount {
  return { ...account, signInCode: createQrImage(createSignInAddress(services, account)) };
}

type CreatedJudges = ResponseOf<typeof contract.createJudges>;

async function createFromList(
  services: Services,
  list: readonly NewJudge[],
  actorId: string,
): Promise<CreatedJudges> {
  if (list.length > maxAtOnce) refuseJudges(`At most ${maxAtOnce} judges can be created at once.`);
  if (list.length === 0) refuseJudges('This list has no names.');
  const created = await createJudgeAccounts(services, list, actorId);
  return { success: true, accounts: created.map((account) => withSignInCode(services, account)) };
}

/** Creates judges, numbered on after the last. */
export function createJudges(
  services: Services,
  { actor, body: { count } }: Call<typeof contract.createJudges>,
): Promise<CreatedJudges> {
  const list = Array.from({ length: count }, () => ({}));
  return createFromList(services, list, actor.id);
}

/** Creates the judges of a list, all or none. Throws `judges_unwanted` with the reason. */
export async function importJudges(
  services: Services,
  { actor, body: { list } }: Call<typeof contract.importJudges>,
): Promise<CreatedJudges> {
  return createFromList(services, parseJudgeList(list, services.event), actor.id);
}

/** Returns the judges who are not removed, oldest account first. */
export function listJudges({ db }: Pick<Services, 'db'>) {
  return queries.selectActiveJudges(db);
}

/** Replaces a judge's password and ends the judge's sessions. Throws `not_found`. */
export async function resetJudgePassword(
  services: Services,
  { actor: { id: actorId }, params: { username } }: CallBy<typeof contract.resetJudgePassword>,
): Promise<ResponseOf<typeof contract.resetJudgePassword>> {
  const password = newJudgePassword(services, username);
  const hash = await hashPassword(password);
  const judge = await transact(services.db, async (trx) => {
    const found = (await queries.updateJudgePassword(trx, username, hash)) ?? fail('not_found');
    await deleteJudgeSessions(trx, username);
    await recordAudit(trx, actorId, 'judge.reset', username);
    return found;
  });
  return { success: true, account: withSignInCode(services, { username, password, ...judge }) };
}

/**
 * Changes a judge's address and name, which is then also shown for earlier scores. Throws `not_found`, and
 * `judges_unwanted` if another judge has this name.
 */
export function updateJudge(
  { db }: Pick<Services, 'db'>,
  { actor: { id: actorId }, params: { username }, body: { name, email } }: Call<typeof contract.updateJudge>,
): Promise<ResponseOf<typeof contract.updateJudge>> {
  return transact(db, async (trx) => {
    await queries.lockJudges(trx);
    const others = (await queries.selectTakenUsernames(trx)).filter((each) => each.username !== username);
    requireFreeName(new Set(others.map((each) => each.name)), name);
    const former = (await queries.updateJudgeRow(trx, username, { name, email })) ?? fail('not_found');
    if (former !== name) await recordAudit(trx, actorId, 'judge.renamed', username, { former, name });
    // Results show names.
    await notifySubscribers(trx, 'scores', 'judging');
    return { success: true, name };
  });
}

/** Sends an email to judges who have an address, once for each key. Returns the names of the others. */
export function emailJudges(
  { db, event, now }: Pick<Services, 'db' | 'event' | 'now'>,
  { actor, body: { usernames, subject, text }, key }: Call<typeof contract.emailJudges>,
): Promise<ResponseOf<typeof contract.emailJudges>> {
  return transact(db, async (trx) => {
    const chosen = (await queries.selectActiveJudges(trx)).filter(({ username }) =>
      usernames.includes(username),
    );
    const content = createEmail(subject, event, [
      ...text.split(/\n{2,}/),
      { small: `You get this email because you are a judge of ${event.name}.` },
    ]);
    const mails = chosen.flatMap(({ email }) => (email ? { ...content, to: email, userId: null } : []));
    if (await queueMailsOnce(trx, `${actor.id} ${key}`, mails)) {
      const judges = mails.length;
      if (judges > 0) await storeEmailToJudges(trx, { key, subject, text, by: actor.id, at: now(), judges });
      await recordAudit(trx, actor.id, 'judges.emailed', 'judges', { sent: judges });
    }
    const withoutAddress = chosen.filter(({ email }) => !email).map(({ name }) => name);
    return { success: true, sent: mails.length, withoutAddress };
  });
}

/**
 * Removes a judge and ends the judge's sessions. The scores stay in the history; with `void` none of them counts any more.
 * Throws `not_found`.
 */
export function removeJudge(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor: { id: actorId }, params: { username }, query: { scores } }: CallBy<typeof contract.removeJudge>,
): Promise<void> {
  return transact(db, async (trx) => {
    const id = (await queries.markJudgeRemoved(trx, username, now())) ?? fail('not_found');
    await deleteJudgeSessions(trx, username);
    // The judge's row is locked: a score being sent is either stored and voided, or finds the judge removed.
    const voided = scores === 'void' ? await insertVoids(trx, { judgeId: id, by: actorId, at: now() }) : 0;
    await recordAudit(trx, actorId, 'judge.removed', username, { voided });
    if (voided > 0) await notifySubscribers(trx, 'scores');
    await notifySubscribers(trx, 'judging');
  });
}
