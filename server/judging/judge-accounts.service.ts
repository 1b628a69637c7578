import type { JudgeAccount } from '../../contract/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { fail } from '../http/problem.ts';
import { createQrImage } from '../qr-image.ts';
import type { Services } from '../services.ts';
import { createDeviceMark } from '../sessions/device-marks.ts';
import {
  type CreatedJudge,
  InvalidJudgeList,
  insertJudges,
  markJudgeAsRemoved,
  type NewJudge,
  replaceJudgePassword,
} from './judges.service.ts';
import { parseJudgeList } from './judges-list.ts';

const { maxAtOnce } = limits.judging;

/**
 * An account with the QR code of its sheet. Name and password stand in the fragment of the address, which browsers keep to
 * themselves: no log and no other site gets to see it. Whoever scans the code still has to press the button.
 */
function onSheet({ config }: Pick<Services, 'config'>, account: CreatedJudge): JudgeAccount {
  const address = new URL('/login', config.publicUrl);
  const { username, password } = account;
  const device = createDeviceMark(config, 'judge', username);
  address.hash = new URLSearchParams({ username, password, device }).toString();
  return { ...account, signInCode: createQrImage(address.href) };
}

async function made(services: Services, wanted: () => NewJudge[], actorId: string): Promise<JudgeAccount[]> {
  try {
    const list = wanted();
    if (list.length > maxAtOnce)
      throw new InvalidJudgeList(`At most ${maxAtOnce} judges can be made in one go.`);
    if (list.length === 0) throw new InvalidJudgeList('There is no name in this list.');
    return (await insertJudges(services, list, actorId)).map((account) => onSheet(services, account));
  } catch (error) {
    if (error instanceof InvalidJudgeList) fail('judges_unwanted', { values: { reason: error.message } });
    throw error;
  }
}

/** Makes so many judges, numbered on. */
export function createJudges(services: Services, count: number, actorId: string): Promise<JudgeAccount[]> {
  return made(services, () => Array.from({ length: count }, () => ({})), actorId);
}

/** Makes the judges of a list, all or none. Throws judges_unwanted with the reason. */
export function importJudges(services: Services, list: string, actorId: string): Promise<JudgeAccount[]> {
  return made(services, () => parseJudgeList(list), actorId);
}

/** Gives a judge a new password. Throws not_found. */
export async function resetJudgePassword(
  services: Services,
  username: string,
  actorId: string,
): Promise<JudgeAccount> {
  const account = await replaceJudgePassword(services, username, actorId);
  return account ? onSheet(services, account) : fail('not_found');
}

/** Takes a judge out; the scores stay. Throws not_found. */
export async function removeJudge(services: Services, username: string, actorId: string): Promise<void> {
  if (!(await markJudgeAsRemoved(services, username, actorId))) fail('not_found');
}
