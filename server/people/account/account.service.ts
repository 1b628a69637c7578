import type * as contract from '../../../contract/people/account.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { viewMyAccount } from '../../apply/applications/my-account.service.ts';
import { findWalkInOfUser } from '../../event-day/walk-ins/walk-ins.service.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import { getUserRow, updateName, updateRenamedAt } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { toUser } from '../users/users.service.ts';

/** Returns what is stored about the caller, and whether they wait at the entrance as a walk-in. */
export async function getMyAccount(
  services: Services,
  { actor }: Call<typeof contract.getMyAccount>,
): Promise<ResponseOf<typeof contract.getMyAccount>> {
  const answer = await viewMyAccount(services, actor);
  const walkIn = answer.data.application ? undefined : await findWalkInOfUser(services, actor.id);
  return walkIn ? { ...answer, data: { ...answer.data, walkIn } } : answer;
}

/**
 * Changes a user's name. If organizers have approved an applicant under another name, the change is audited and check-in
 * shows the earlier name. Changes by staff and helpers are audited as well. Throws `not_found`.
 */
export async function updateMyName(
  services: Services,
  { actor: { id }, body: { name } }: Call<typeof contract.updateMyName>,
) {
  const { db, now } = services;
  const user = await transact(db, async (trx) => {
    if (!(await lockUser(trx, id))) fail('not_found');
    const before = await getUserRow(trx, id);
    await updateName(trx, id, name);
    const isApproved = before.name !== name && (await updateRenamedAt(trx, id, { name, at: now() }));
    const isStaffs = before.role !== 'hacker' && !['', name].includes(before.name);
    if (isApproved || isStaffs) await recordAudit(trx, id, 'name.changed', id);
    return { ...before, name };
  });
  return { success: true as const, user: toUser(services, user) };
}
