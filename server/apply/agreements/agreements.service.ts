import type * as contract from '../../../contract/apply/agreements.ts';
import type { Event } from '../../../contract/event/event.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { lockApplicationOfUser } from '../applications/applications.locks.ts';
import * as queries from './agreements.queries.ts';

type Asked = Pick<Event, 'agreements'>;

/** Lists the ids of users who agreed to the current version of an agreement and have not revoked it. */
export async function listUsersWhoAgreed(db: Db, event: Asked, id: string): Promise<string[]> {
  const agreement = event.agreements.find((each) => each.id === id);
  return agreement ? queries.selectUsersWhoAgreed(db, agreement) : [];
}

/** Lists a user's agreements, oldest first, including revoked ones. */
export async function listAgreements(db: Db, userId: string): Promise<contract.MadeAgreement[]> {
  return (await listAgreementsOf(db, [userId])).get(userId) ?? [];
}

/** Lists users' agreements by user id, oldest first, including revoked ones. */
export async function listAgreementsOf(db: Db, userIds: readonly string[]) {
  const agreements = new Map<string, contract.MadeAgreement[]>();
  if (userIds.length === 0) return agreements;
  for (const { userId, at, revokedAt, ...rest } of await queries.selectAgreements(db, userIds)) {
    const made = {
      ...rest,
      at: at.toISOString(),
      ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
    };
    agreements.set(userId, [...(agreements.get(userId) ?? []), made]);
  }
  return agreements;
}

/** Records a user's agreements, by id, in the transaction of the form that contains them. */
export async function addAgreements(
  trx: Db,
  { event, now }: Pick<Services, 'event' | 'now'>,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  const asked = event.agreements
    .filter(({ id }) => ids.includes(id))
    .map(({ id, version, title, text }) => ({ id, version, title, text }));
  for (const id of await queries.insertAgreements(trx, userId, asked, now())) {
    const version = asked.find((agreement) => agreement.id === id)?.version;
    await recordAudit(trx, userId, 'agreement.made', userId, { id, version });
  }
}

/**
 * Agrees to the current version of an agreement, or revokes all of its versions; a repeat changes nothing. Throws
 * `not_found` (no such agreement, or no application to agree with), `agreement_changed` if the person saw another version,
 * and `agreement_required`.
 */
export async function updateAgreement(
  services: Services,
  { actor: { id: userId }, params: { id }, body: { agreed, version } }: Call<typeof contract.updateAgreement>,
): Promise<void> {
  const agreement = services.event.agreements.find((each) => each.id === id) ?? fail('not_found');
  if (agreed && agreement.version !== version) fail('agreement_changed');
  if (!agreed && agreement.required) fail('agreement_required');
  await transact(services.db, async (trx) => {
    if (agreed && !(await lockApplicationOfUser(trx, userId))) fail('not_found');
    if (agreed) await addAgreements(trx, services, userId, [id]);
    else if (await queries.revokeAgreements(trx, userId, id, services.now()))
      await recordAudit(trx, userId, 'agreement.revoked', userId, { id });
    await notifyApplicationChange(trx, userId);
  });
}
