import type * as contract from '../../../contract/people/account.ts';
import { removalRefusal } from '../../apply/applications/applications.rules.ts';
import { rejectRemovedApplicant, restoreRemovedApplicant } from '../../apply/applications/removal.service.ts';
import { lockPlaces } from '../../event/places.locks.ts';
import { deleteUserSessions } from '../../people-data/sessions.queries.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { leaveTeamAndRequests } from '../../teams/members.service.ts';
import { markRemoved, unmarkRemoved } from './removal.queries.ts';

/**
 * Removes a participant from the event and logs the reason. Their pass and sessions end, they leave their team, and get no
 * email. Check-ins stay. Does nothing if they are already removed. Throws `not_found` and `removal_of_staff`.
 */
export async function removeParticipant(
  services: Services,
  { actor: { id: by }, params: { id }, body: { reason } }: Call<typeof contract.removeParticipant>,
): Promise<void> {
  await transact(services.db, async (trx) => {
    await lockPlaces(trx, services.event);
    await leaveTeamAndRequests(trx, services, id);
    const person = (await lockUser(trx, id)) ?? fail('not_found');
    failIf(removalRefusal(person.role));
    if (person.removedAt) return;
    const before = await rejectRemovedApplicant(trx, services, { userId: id, by });
    await markRemoved(trx, id, { at: services.now(), before });
    await deleteUserSessions(trx, id);
    await recordAudit(trx, by, 'person.removed', id, { reason });
    await notifyApplicationChange(trx, id);
  });
}

/**
 * Lifts a removal: the application is restored, with a new pass, and the person can sign in. They do not rejoin their team.
 * Does nothing if they are not removed. Throws `not_found`.
 */
export async function liftRemoval(
  services: Services,
  { actor: { id: by }, params: { id } }: Call<typeof contract.liftRemoval>,
): Promise<void> {
  await transact(services.db, async (trx) => {
    await lockPlaces(trx, services.event);
    const person = (await lockUser(trx, id)) ?? fail('not_found');
    if (!person.removedAt) return;
    const before = await unmarkRemoved(trx, id);
    if (before) await restoreRemovedApplicant(trx, services, { userId: id, before });
    await recordAudit(trx, by, 'person.removal_lifted', id);
    await notifyApplicationChange(trx, id);
  });
}
