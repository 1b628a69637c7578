import type { SuccessMessage } from '../../contract/platform/responses.ts';
import { describeSeatRefusal, getSeatRefusal, otherTrackHelps } from '../../contract/teams/seats.ts';
import type * as contract from '../../contract/teams/teams.ts';
import { fill, texts } from '../../contract/texts.ts';
import { lockUser } from '../people-data/users.locks.ts';
import { findTrackOfUser } from '../people-data/users.queries.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { fail, failIf } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import * as queries from './join-requests.queries.ts';
import { sendTeamEmail } from './team-emails.ts';
import { lockJoinRequest, lockTeam } from './teams.locks.ts';
import { canCancelRequest, canSeeRequest, leadRefusal } from './teams.policy.ts';
import { deleteInviteCodeOfUser, findTeamIdOfUser } from './teams.queries.ts';
import { approveRefusal, decideRefusal, toSeats } from './teams.rules.ts';
import { addMember, createJoinRequestWithin, requireSeat } from './teams.service.ts';

/** Creates a join request in a transaction of its own; throws as `createJoinRequestWithin` does. */
export function createJoinRequest(
  services: Services,
  { actor, body: request }: Call<typeof contract.createJoinRequest>,
): Promise<contract.SentRequest> {
  return transact(services.db, async (trx) => {
    const id = await createJoinRequestWithin(trx, services, { userId: actor.id, ...request });
    return toSentRequest(services, await queries.getSentRequest(trx, actor.id, id));
  });
}

/** Returns the open requests to the team that this person leads, oldest first; none for anybody else. */
export async function listReceivedRequests(
  { db }: Pick<Services, 'db'>,
  { actor }: Call<typeof contract.listReceivedRequests>,
): Promise<contract.ReceivedRequest[]> {
  const rows = await queries.selectReceivedRequests(db, actor.id);
  return rows.map(({ id, message, createdAt, ...requester }) => ({
    _id: id,
    requester,
    message: actor.viewedBy ? '' : message,
    createdAt: createdAt.toISOString(),
  }));
}

/** Returns the person's own requests, the open ones or those that were rejected, oldest first. */
export async function listSentRequests(
  services: Pick<Services, 'db' | 'event'>,
  { actor, query: { status } }: Call<typeof contract.listSentRequests>,
): Promise<contract.SentRequest[]> {
  const rows = await queries.selectSentRequests(services.db, actor.id, status);
  const requests = rows.map((row) => toSentRequest(services, row));
  return actor.viewedBy ? requests.map((request) => ({ ...request, message: '' })) : requests;
}

function toSentRequest(
  { event }: Pick<Services, 'event'>,
  row: Awaited<ReturnType<typeof queries.selectSentRequests>>[number],
): contract.SentRequest {
  const seats = toSeats(event, row.maxMembers, row.tracks);
  const refusal = getSeatRefusal(event.tracks, seats, row.track);
  return {
    _id: row.id,
    team: { _id: row.teamId, name: row.teamName },
    teamLeader: { name: row.leaderName },
    message: row.message,
    createdAt: row.createdAt.toISOString(),
    ...(refusal && {
      refusal: { text: describeSeatRefusal(refusal, seats), otherTrackHelps: otherTrackHelps(seats) },
    }),
  };
}

/**
 * Approves or rejects an open request to the team that this person leads; a rejection also ends the invitation that the
 * requester came by. Throws `not_found`, `forbidden`,
 * `request_decided`, `requester_in_team`, `requester_not_hacker`, `team_full`, `team_limited`
 * and `team_decided`.
 */
export async function decideJoinRequest(
  services: Services,
  { actor, params: { id }, body: { action } }: Call<typeof contract.decideJoinRequest>,
): Promise<SuccessMessage> {
  const decision = action === 'approve' ? 'approved' : 'rejected';
  await transact(services.db, async (trx) => {
    const found = await queries.findRequest(trx, id);
    if (!found || !canSeeRequest(actor, found)) fail('not_found');
    const team = await lockTeam(trx, found.teamId);
    const requester = await lockUser(trx, found.requesterId);
    const request = await lockJoinRequest(trx, id);
    if (!team || !requester || !request) fail('not_found');
    failIf(leadRefusal(actor, team) ?? decideRefusal(request.status, requester)?.code);
    const at = services.now();
    if (action === 'approve') {
      const teamId = await findTeamIdOfUser(trx, requester.id);
      failIf(approveRefusal({ ...requester, teamId }));
      await requireSeat(trx, services.event, team, await findTrackOfUser(trx, requester.id));
      await queries.decideOpenRequest(trx, id, { status: decision, at });
      await addMember(trx, services, team.id, requester.id);
    } else {
      await queries.decideOpenRequest(trx, id, { status: decision, at });
      await deleteInviteCodeOfUser(trx, requester.id, team.inviteCode);
      await notifySubscribers(trx, `team:${team.id}`, `user:${requester.id}`);
    }
    await sendTeamEmail(trx, services, decision, { userId: requester.id, team: team.name });
  });
  return { success: true, message: fill(texts.teams.requestDone, { action: decision }) };
}

/** Cancels an open request of one's own. Throws `not_found`, `forbidden` and `request_decided`. */
export async function cancelJoinRequest(
  services: Services,
  { actor, params: { id } }: Call<typeof contract.cancelJoinRequest>,
): Promise<SuccessMessage> {
  await transact(services.db, async (trx) => {
    const request = await queries.findRequest(trx, id);
    if (!request || !canSeeRequest(actor, request)) fail('not_found');
    if (!canCancelRequest(actor, request)) fail('forbidden');
    const at = services.now();
    if (!(await queries.decideOpenRequest(trx, id, { status: 'cancelled', at }))) fail('request_decided');
    await notifySubscribers(trx, `team:${request.teamId}`, `user:${actor.id}`);
  });
  return { success: true, message: texts.teams.cancelDone };
}
