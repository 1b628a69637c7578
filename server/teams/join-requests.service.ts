import type { ReceivedRequest, SentRequest } from '../../contract/teams.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import { notify } from '../live/notify.ts';
import type { Services } from '../services.ts';
import {
  decideOpenRequest,
  findRequest,
  getSentRequest,
  lockRequest,
  selectReceivedRequests,
  selectSentRequests,
} from './join-requests.queries.ts';
import { notifyByEmail } from './team-notifications.ts';
import { canCancelRequest, canLeadTeam, canSeeRequest, type TeamActor } from './teams.policy.ts';
import { findTeamIdOfUser, findTrackOfUser, lockTeam, lockUserForTeam } from './teams.queries.ts';
import { addMember, insertJoinRequest, requireSeat } from './teams.service.ts';

/** Asks to join a team, in a transaction of its own; see `requestToJoin`. */
export function createJoinRequest(
  services: Services,
  person: TeamActor,
  asked: { teamId: string; message?: string | undefined },
): Promise<SentRequest> {
  return transact(services.db, async (trx) => {
    const id = await insertJoinRequest(trx, services, { userId: person.id, ...asked });
    return sentView(await getSentRequest(trx, person.id, id));
  });
}

/** The open requests to the team that this person leads, oldest first; none for anybody else. */
export async function listReceivedRequests(
  db: Services['db'],
  person: TeamActor,
): Promise<ReceivedRequest[]> {
  const rows = await selectReceivedRequests(db, person.id);
  return rows.map(({ id, name, email, message, createdAt }) => ({
    _id: id,
    requester: { name, email },
    message,
    createdAt: createdAt.toISOString(),
  }));
}

/** The own open requests, oldest first. */
export async function listSentRequests(db: Services['db'], person: TeamActor): Promise<SentRequest[]> {
  return (await selectSentRequests(db, person.id)).map(sentView);
}

function sentView(row: Awaited<ReturnType<typeof selectSentRequests>>[number]): SentRequest {
  return {
    _id: row.id,
    team: { _id: row.teamId, name: row.teamName },
    teamLeader: { name: row.leaderName },
    message: row.message,
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * Approves or rejects an open request to the team that this person leads, once. Throws not_found, forbidden,
 * request_decided, requester_in_team, team_full, team_limited.
 */
export async function decideJoinRequest(
  services: Services,
  person: TeamActor,
  { id, action }: { id: string; action: 'approve' | 'reject' },
): Promise<void> {
  await transact(services.db, async (trx) => {
    const seen = await findRequest(trx, id);
    if (!seen || !canSeeRequest(person, seen)) fail('not_found');
    const team = await lockTeam(trx, seen.teamId);
    const requester = await lockUserForTeam(trx, seen.requesterId);
    const request = await lockRequest(trx, id);
    if (!team || !requester || !request) fail('not_found');
    if (!canLeadTeam(person, team)) fail('forbidden');
    if (request.status === 'closed') fail('requester_in_team');
    if (request.status !== 'pending') fail('request_decided');
    if (action === 'approve') {
      if (await findTeamIdOfUser(trx, requester.id)) fail('requester_in_team');
      await requireSeat(trx, services.event, team, await findTrackOfUser(trx, requester.id));
      await decideOpenRequest(trx, id, 'approved');
      await addMember(trx, team.id, requester.id);
    } else {
      await decideOpenRequest(trx, id, 'rejected');
      await notify(trx, `team:${team.id}`);
      await notify(trx, `user:${requester.id}`);
    }
    const news = action === 'approve' ? 'approved' : 'rejected';
    await notifyByEmail(trx, services, news, { userId: requester.id, team: team.name });
  });
}

/** Takes back an own open request. Throws not_found, forbidden, request_decided. */
export async function cancelJoinRequest(services: Services, person: TeamActor, id: string): Promise<void> {
  await transact(services.db, async (trx) => {
    const request = await findRequest(trx, id);
    if (!request || !canSeeRequest(person, request)) fail('not_found');
    if (!canCancelRequest(person, request)) fail('forbidden');
    if (!(await decideOpenRequest(trx, id, 'cancelled'))) fail('request_decided');
    await notify(trx, `team:${request.teamId}`);
    await notify(trx, `user:${person.id}`);
  });
}
