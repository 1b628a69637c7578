import type * as contract from '../../../contract/apply/my-account.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { lockPlaces } from '../../event/places.locks.ts';
import { findApplicationOfUser } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { leaveTeamAndRequests } from '../../teams/members.service.ts';
import { lockTeamOfUser, requireTrackFitsTeam } from '../../teams/teams.service.ts';
import { readResumeJob } from '../apply.jobs.ts';
import { queuePlaceOffers, regainPlace } from '../places/places.service.ts';
import { lockApplicationOfUser } from './applications.locks.ts';
import { isCheckedIn } from './applications.queries.ts';
import { withdrawalRefusal } from './applications.rules.ts';
import { viewMyAccount } from './my-account.service.ts';
import { requireOpenRegistration } from './submit.service.ts';
import { findWithdrawnApplication, moveFromWithdrawn, moveToWithdrawn } from './withdrawal.queries.ts';

/**
 * Withdraws the caller's application: it no longer exists for organizers, search and check-in, and the person leaves their
 * team and drops their join requests. Does nothing if it is already withdrawn. Throws `not_found`, and `cannot_withdraw` if
 * it was rejected or the person was checked in (`withdrawalRefusal`).
 */
export async function withdrawApplication(
  services: Services,
  { actor }: Call<typeof contract.withdrawApplication>,
): Promise<ResponseOf<typeof contract.withdrawApplication>> {
  await transact(services.db, async (trx) => {
    await lockPlaces(trx, services.event);
    await leaveTeamAndRequests(trx, services, actor.id);
    const application = await lockApplicationOfUser(trx, actor.id);
    if (!application) {
      if (await findWithdrawnApplication(trx, actor.id)) return;
      fail('not_found');
    }
    failIf(withdrawalRefusal(application.status, await isCheckedIn(trx, actor.id)));
    await moveToWithdrawn(trx, actor.id, services.now());
    await queuePlaceOffers(trx, services.event);
    await announce(trx, actor.id, 'application.withdrawn', application.id);
  });
  return viewMyAccount(services, actor);
}

/**
 * Restores the withdrawn application with its status. The seat in a team is not held, and an approved person gets a limited
 * place only if one is free. Does nothing if it is already restored. Throws `not_found`, `registration_closed`, and
 * `track_limited` if the person has since joined a team that is too large for the application's track.
 */
export async function restoreApplication(
  services: Services,
  { actor }: Call<typeof contract.restoreApplication>,
): Promise<ResponseOf<typeof contract.restoreApplication>> {
  const { db, event } = services;
  await transact(db, async (trx) => {
    await lockPlaces(trx, event);
    const team = await lockTeamOfUser(trx, actor.id);
    const withdrawn = await findWithdrawnApplication(trx, actor.id);
    if (!withdrawn) {
      if (await findApplicationOfUser(trx, actor.id)) return;
      fail('not_found');
    }
    requireOpenRegistration(services);
    if (team) await requireTrackFitsTeam(trx, event, { teamId: team.id, track: withdrawn.track });
    const restore = () => moveFromWithdrawn(trx, actor.id);
    const { id, status, confirmed, declined } = withdrawn;
    if (status === 'approved' && !declined) await regainPlace(trx, services, { id, confirmed, restore });
    else await restore();
    await addJob(trx, readResumeJob, { userId: actor.id });
    await announce(trx, actor.id, 'application.restored', withdrawn.id);
  });
  return viewMyAccount(services, actor);
}

async function announce(trx: Db, userId: string, action: string, subject: string): Promise<void> {
  await recordAudit(trx, userId, action, subject);
  await notifyApplicationChange(trx, userId);
}
