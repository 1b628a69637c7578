import type { JudgeAccount } from '../../contract/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import { notifySubscribers } from '../live/notify.ts';
import { createQrImage } from '../qr-image.ts';
import type { Services } from '../services.ts';
import { createDeviceMark } from '../sessions/device-marks.ts';
import { closeJudgeSessions } from '../sessions/sessions.service.ts';
import {
  insertJudge,
  lockJudges,
  markJudgeRemoved,
  selectActiveJudges,
  selectTakenUsernames,
  updateJudgeName,
  updateJudgePassword,
} from './judges.queries.ts';
import { parseJudgeList } from './judges-list.ts';
import {
  chooseNames,
  InvalidJudgeList,
  type NewJudge,
  requireFreeName,
  requirePrizes,
} from './new-judges.ts';
import { hashPassword, newPassword } from './password.ts';

const { maxAtOnce } = limits.judging;

/** A judge's account with its password, which is stored as a hash only. */
export interface CreatedJudge {
  username: string;
  password: string;
  name: string;
}

/** Creates judges with new passwords, all or none. Throws InvalidJudgeList when a username or name is taken or invalid. */
export async function createJudgeAccounts(
  { db, random, event }: Pick<Services, 'db' | 'random' | 'event'>,
  requested: readonly NewJudge[],
  actorId: string | null = null,
): Promise<CreatedJudge[]> {
  const passwords = requested.map(() => newPassword(random));
  const hashes = await Promise.all(passwords.map(hashPassword));
  return transact(db, async (trx) => {
    await lockJudges(trx);
    requirePrizes(event, requested);
    const chosen = chooseNames(requested, await selectTakenUsernames(trx));
    for (const [at, { username, name, track, prize }] of chosen.entries())
      await insertJudge(trx, { username, name, password_hash: hashes[at]!, track, prize });
    const detail = { usernames: chosen.map(({ username }) => username) };
    await recordAudit(trx, { actorId, action: 'judges.created', subject: 'judges', detail });
    await notifySubscribers(trx, 'judging');
    return chosen.map(({ username, name }, at) => ({ username, password: passwords[at]!, name }));
  });
}

/**
 * Adds the sign-in QR code to an account. Username and password are in the fragment of its address, which browsers never
 * send: no log and no other site sees it. Scanning fills in the form; the judge still submits it.
 */
function withSignInCode({ config }: Pick<Services, 'config'>, account: CreatedJudge): JudgeAccount {
  const address = new URL('/login', config.publicUrl);
  const { username, password } = account;
  const device = createDeviceMark(config, 'judge', username);
  address.hash = new URLSearchParams({ username, password, device }).toString();
  return { ...account, signInCode: createQrImage(address.href) };
}

/** Runs `work`. Throws `judges_unwanted` where it throws InvalidJudgeList. */
async function refuseInvalid<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidJudgeList) fail('judges_unwanted', { values: { reason: error.message } });
    throw error;
  }
}

function createFromList(
  services: Services,
  parse: () => NewJudge[],
  actorId: string,
): Promise<JudgeAccount[]> {
  return refuseInvalid(async () => {
    const list = parse();
    if (list.length > maxAtOnce)
      throw new InvalidJudgeList(`At most ${maxAtOnce} judges can be created at once.`);
    if (list.length === 0) throw new InvalidJudgeList('This list has no names.');
    return (await createJudgeAccounts(services, list, actorId)).map((account) =>
      withSignInCode(services, account),
    );
  });
}

/** Creates judges whose numbers go on after the last. */
export function createJudges(services: Services, count: number, actorId: string): Promise<JudgeAccount[]> {
  return createFromList(services, () => Array.from({ length: count }, () => ({})), actorId);
}

/** Creates the judges of a list, all or none. Throws `judges_unwanted` with the reason. */
export function importJudges(services: Services, list: string, actorId: string): Promise<JudgeAccount[]> {
  return createFromList(services, () => parseJudgeList(list), actorId);
}

/** Returns the judges who are not removed, oldest account first. */
export function listJudges({ db }: Pick<Services, 'db'>) {
  return selectActiveJudges(db);
}

/** Replaces a judge's password and ends the judge's sessions. Throws `not_found`. */
export async function resetJudgePassword(
  services: Services,
  username: string,
  actorId: string | null,
): Promise<JudgeAccount> {
  const password = newPassword(services.random);
  const hash = await hashPassword(password);
  const name = await transact(services.db, async (trx) => {
    const found = (await updateJudgePassword(trx, username, hash)) ?? fail('not_found');
    await closeJudgeSessions(trx, username);
    await recordAudit(trx, { actorId, action: 'judge.reset', subject: username });
    return found;
  });
  return withSignInCode(services, { username, password, name });
}

/**
 * Renames a judge, whose scores are shown with the new name from then on. Throws `not_found`, and `judges_unwanted` when
 * another judge has this name.
 */
export function renameJudge(
  { db }: Pick<Services, 'db'>,
  { username, name }: { username: string; name: string },
  actorId: string,
): Promise<void> {
  return transact(db, async (trx) => {
    await lockJudges(trx);
    const others = (await selectTakenUsernames(trx)).filter((each) => each.username !== username);
    await refuseInvalid(async () => requireFreeName(new Set(others.map((each) => each.name)), name));
    const former = (await updateJudgeName(trx, username, name)) ?? fail('not_found');
    await recordAudit(trx, { actorId, action: 'judge.renamed', subject: username, detail: { former, name } });
    // Results show names.
    await notifySubscribers(trx, 'scores');
    await notifySubscribers(trx, 'judging');
  });
}

/** Removes a judge and ends the judge's sessions; the scores stay and count. Throws `not_found`. */
export function removeJudge(
  { db, now }: Pick<Services, 'db' | 'now'>,
  username: string,
  actorId: string | null,
): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await markJudgeRemoved(trx, username, now()))) fail('not_found');
    await closeJudgeSessions(trx, username);
    await recordAudit(trx, { actorId, action: 'judge.removed', subject: username });
    await notifySubscribers(trx, 'judging');
  });
}
