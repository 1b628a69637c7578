import type { JudgeAccount } from '../../contract/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { fail } from '../http/problem.ts';
import { qrImage } from '../qr-image.ts';
import type { Services } from '../services.ts';
import {
  type Account,
  createJudges,
  removeJudge,
  resetJudge,
  Unwanted,
  type Wanted,
} from './judges.service.ts';
import { judgesListed } from './judges-list.ts';

const { maxAtOnce } = limits.judging;

/**
 * An account with the QR code of its sheet. Name and password stand in the fragment of the address, which browsers keep to
 * themselves: no log and no other site gets to see it. Whoever scans the code still has to press the button.
 */
function onSheet({ config }: Pick<Services, 'config'>, account: Account): JudgeAccount {
  const address = new URL('/login', config.publicUrl);
  const { username, password } = account;
  address.hash = new URLSearchParams({ username, password }).toString();
  return { ...account, signInCode: qrImage(address.href) };
}

async function made(services: Services, wanted: () => Wanted[], actorId: string): Promise<JudgeAccount[]> {
  try {
    const list = wanted();
    if (list.length > maxAtOnce) throw new Unwanted(`At most ${maxAtOnce} judges can be made in one go.`);
    if (list.length === 0) throw new Unwanted('There is no name in this list.');
    return (await createJudges(services, list, actorId)).map((account) => onSheet(services, account));
  } catch (error) {
    if (error instanceof Unwanted) fail('judges_unwanted', { values: { reason: error.message } });
    throw error;
  }
}

/** Makes so many judges, numbered on. */
export function makeJudges(services: Services, count: number, actorId: string): Promise<JudgeAccount[]> {
  return made(services, () => Array.from({ length: count }, () => ({})), actorId);
}

/** Makes the judges of a list, all or none. Throws judges_unwanted with the reason. */
export function makeListed(services: Services, list: string, actorId: string): Promise<JudgeAccount[]> {
  return made(services, () => judgesListed(list), actorId);
}

/** Gives a judge a new password. Throws not_found. */
export async function renewPassword(
  services: Services,
  username: string,
  actorId: string,
): Promise<JudgeAccount> {
  const account = await resetJudge(services, username, actorId);
  return account ? onSheet(services, account) : fail('not_found');
}

/** Takes a judge out; the scores stay. Throws not_found. */
export async function takeOut(services: Services, username: string, actorId: string): Promise<void> {
  if (!(await removeJudge(services, username, actorId))) fail('not_found');
}
