import type { RequestReceived, RequestSent } from '../../contract/teams.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import { notify } from '../live/notify.ts';
import type { Services } from '../services.ts';
import {
  decideOpenRequest,
  findRequest,
  lockRequest,
  requestSentBy,
  requestsReceivedBy,
  requestsSentBy,
} from './join-requests.queries.ts';
import { tell } from './team-notifications.ts';
import { mayCancel, mayKnow, mayLead, type Person } from './teams.policy.ts';
import { lockPerson, lockTeam, teamIdOf, trackOf } from './teams.queries.ts';
import { requestToJoin, requireSeat, seat } from './teams.service.ts';

/** Asks to join a team, in a transaction of its own; see `requestToJoin`. */
export function askToJoin(
  services: Services,
  person: Person,
  asked: { teamId: string; message?: string | undefined },
): Promise<RequestSent> {
  return transact(services.db, async (trx) => {
    const id = await requestToJoin(trx, services, { userId: person.id, ...asked });
    return sentView(await requestSentBy(trx, person.id, id));
  });
}

/** The open requests to the team that this person leads, oldest first; none for anybody else. */
export async function readReceived(db: Services['db'], person: Person): Promise<RequestReceived[]> {
  const rows = await requestsReceivedBy(db, person.id);
  return rows.map(({ id, name, email, message, createdAt }) => ({
    _id: id,
    requester: { name, email },
    message,
    createdAt: createdAt.toISOString(),
  }));
}

/** The own open requests, oldest first. */
export async function readSent(db: Services['db'], person: Person): Promise<RequestSent[]> {
  return (await requestsSentBy(db, person.id)).map(sentView);
}

function sentView(row: Awaited<ReturnType<typeof requestsSentBy>>[number]): RequestSent {
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
export async function decideRequest(
  services: Services,
  person: Person,
  { id, action }: { id: string; action: 'approve' | 'reject' },
): Promise<void> {
  await transact(services.db, async (trx) => {
    const seen = await findRequest(trx, id);
    if (!seen || !mayKnow(person, seen)) fail('not_found');
    const team = await lockTeam(trx, seen.teamId);
    const requester = await lockPerson(trx, seen.requesterId);
    const request = await lockRequest(trx, id);
    if (!team || !requester || !request) fail('not_found');
    if (!mayLead(person, team)) fail('forbidden');
    if (request.status === 'closed') fail('requester_in_team');
    if (request.status !== 'pending') fail('request_decided');
    if (action === 'approve') {
      if (await teamIdOf(trx, requester.id)) fail('requester_in_team');
      await requireSeat(trx, services.event, team, await trackOf(trx, requester.id));
      await decideOpenRequest(trx, id, 'approved');
      await seat(trx, team.id, requester.id);
    } else {
      await decideOpenRequest(trx, id, 'rejected');
      await notify(trx, `team:${team.id}`);
      await notify(trx, `user:${requester.id}`);
    }
    const news = action === 'approve' ? 'approved' : 'rejected';
    await tell(trx, services, news, { userId: requester.id, team: team.name });
  });
}

/** Takes back an own open request. Throws not_found, forbidden, request_decided. */
export async function cancelRequest(services: Services, person: Person, id: string): Promise<void> {
  await transact(services.db, async (trx) => {
    const request = await findRequest(trx, id);
    if (!request || !mayKnow(person, request)) fail('not_found');
    if (!mayCancel(person, request)) fail('forbidden');
    if (!(await decideOpenRequest(trx, id, 'cancelled'))) fail('request_decided');
    await notify(trx, `team:${request.teamId}`);
    await notify(trx, `user:${person.id}`);
  });
}
