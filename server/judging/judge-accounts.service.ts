import type { JudgeAccount } from '../../contract/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { fail } from '../http/problem.ts';
import { createQrImage } from '../qr-image.ts';
import type { Services } from '../services.ts';
import { createDeviceMark } from '../sessions/device-marks.ts';
import {
  type CreatedJudge,
  changeJudgeName,
  InvalidJudgeList,
  insertJudges,
  markJudgeAsRemoved,
  type NewJudge,
  replaceJudgePassword,
} from './judges.service.ts';
import { parseJudgeList } from './judges-list.ts';

const { maxAtOnce } = limits.judging;

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

function createAccounts(
  services: Services,
  parse: () => NewJudge[],
  actorId: string,
): Promise<JudgeAccount[]> {
  return refuseInvalid(async () => {
    const list = parse();
    if (list.length > maxAtOnce)
      throw new InvalidJudgeList(`At most ${maxAtOnce} judges can be created at once.`);
    if (list.length === 0) throw new InvalidJudgeList('This list has no names.');
    return (await insertJudges(services, list, actorId)).map((account) => withSignInCode(services, account));
  });
}

/** Creates judges whose numbers go on after the last. */
export function createJudges(services: Services, count: number, actorId: string): Promise<JudgeAccount[]> {
  return createAccounts(services, () => Array.from({ length: count }, () => ({})), actorId);
}

/** Creates the judges of a list, all or none. Throws `judges_unwanted` with the reason. */
export function importJudges(services: Services, list: string, actorId: string): Promise<JudgeAccount[]> {
  return createAccounts(services, () => parseJudgeList(list), actorId);
}

/** Replaces a judge's password. Throws `not_found`. */
export async function resetJudgePassword(
  services: Services,
  username: string,
  actorId: string,
): Promise<JudgeAccount> {
  const account = await replaceJudgePassword(services, username, actorId);
  return account ? withSignInCode(services, account) : fail('not_found');
}

/** Renames a judge. Throws `not_found`, and `judges_unwanted` when another judge has this name. */
export async function renameJudge(
  services: Services,
  judge: { username: string; name: string },
  actorId: string,
): Promise<void> {
  if (!(await refuseInvalid(() => changeJudgeName(services, judge, actorId)))) fail('not_found');
}

/** Removes a judge; the scores stay. Throws `not_found`. */
export async function removeJudge(services: Services, username: string, actorId: string): Promise<void> {
  if (!(await markJudgeAsRemoved(services, username, actorId))) fail('not_found');
}
