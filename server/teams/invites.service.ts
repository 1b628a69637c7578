import { countSeatsLeft, describeSeatRefusal, getSeatRefusal } from '../../contract/teams/seats.ts';
import type * as contract from '../../contract/teams/team-directory.ts';
import { lockUser } from '../people-data/users.locks.ts';
import { findTrackOfUser, isApproved } from '../people-data/users.queries.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { declineInvite, findInvite, insertInvite, selectReceivedInvites } from './invites.queries.ts';
import { decideOpenRequest, selectSentRequests } from './join-requests.queries.ts';
import { findShownCard } from './team-cards.queries.ts';
import { requireTeamDirectory } from './team-directory.service.ts';
import { sendTeamEmail } from './team-emails.ts';
import { takeQuota } from './team-quotas.ts';
import { lockTeam } from './teams.locks.ts';
import { leadRefusal } from './teams.policy.ts';
import { toSeats } from './teams.rules.ts';
import { addMember, lockUserWithoutTeam, requireSeat } from './teams.service.ts';

/**
 * Invites the person of a card to the team that this person leads, once, with an email. Locks the team, then the invited
 * person. Throws `team_directory_off`, `forbidden`, `not_found` for a card that is no longer shown, `team_full`,
 * `team_limited`, `team_decided`, `already_invited`, `invited_often` and `too_many_requests`.
 */
export async function createInvite(services: Services, { actor, body }: Call<typeof contract.createInvite>) {
  requireTeamDirectory(services);
  await transact(services.db, async (trx) => {
    const team = actor.teamId ? await lockTeam(trx, actor.teamId) : undefined;
    if (!team || leadRefusal(actor, team) || !(await isApproved(trx, actor.id))) fail('forbidden');
    const found = await findShownCard(trx, body.cardId);
    if (!found || !(await lockUser(trx, found.userId))) fail('not_found');
    const card = (await findShownCard(trx, body.cardId)) ?? fail('not_found');
    await requireSeat(trx, services.event, team, card.track);
    await takeQuota(trx, services, actor.id, 'invited');
    if (!(await insertInvite(trx, { team_id: team.id, card_id: body.cardId }))) fail('already_invited');
    const leader = { id: actor.id, name: actor.name };
    await sendTeamEmail(trx, services, 'invited', { userId: card.userId, team: team.name, other: leader });
    await notifySubscribers(trx, `user:${card.userId}`, `team:${team.id}`);
  });
}

/** Returns the open invites to this person, oldest first. Throws `team_directory_off`. */
export async function listReceivedInvites(
  services: Pick<Services, 'db' | 'event'>,
  { actor }: Call<typeof contract.listReceivedInvites>,
): Promise<contract.ReceivedInvite[]> {
  requireTeamDirectory(services);
  const { db, event } = services;
  const own = await findTrackOfUser(db, actor.id);
  return (await selectReceivedInvites(db, actor.id)).map((row) => {
    const seats = toSeats(event, row.maxMembers, row.tracks);
    const refusal = getSeatRefusal(event.tracks, seats, own);
    return {
      _id: row.id,
      team: {
        _id: row.teamId,
        name: row.teamName,
        idea: row.idea,
        need: row.need,
        track: row.track,
        seatsLeft: countSeatsLeft(seats),
        ...(refusal && { refusal: describeSeatRefusal(refusal, seats) }),
      },
      teamLeader: { name: row.leaderName },
      createdAt: row.createdAt.toISOString(),
    };
  });
}

/**
 * Accepts an invite, which makes this person a member, or declines it, and with it their own request to the team. Locks the
 * team, then the person. Throws `team_directory_off`, `already_in_team`, `not_found`, `forbidden` when the application is
 * not approved any more, `invite_declined`, `team_full`,
 * `team_limited` and `team_decided`.
 */
export async function decideInvite(
  services: Services,
  { actor, params: { id }, body: { action } }: Call<typeof contract.decideInvite>,
): Promise<void> {
  requireTeamDirectory(services);
  await transact(services.db, async (trx) => {
    const found = await findInvite(trx, id);
    const team = found?.userId === actor.id ? await lockTeam(trx, found.teamId) : undefined;
    await lockUserWithoutTeam(trx, actor.id);
    const invite = team && (await findInvite(trx, id));
    if (!invite) fail('not_found');
    if (invite.status === 'declined') fail('invite_declined');
    if (action === 'accept') {
      if (!(await isApproved(trx, actor.id))) fail('forbidden');
      await requireSeat(trx, services.event, team, await findTrackOfUser(trx, actor.id));
      await addMember(trx, services, team.id, actor.id);
    } else {
      const at = services.now();
      await declineInvite(trx, id, at);
      const asked = await selectSentRequests(trx, actor.id, 'pending');
      for (const request of asked.filter(({ teamId }) => teamId === team.id))
        await decideOpenRequest(trx, request.id, { status: 'cancelled', at });
      await notifySubscribers(trx, `team:${team.id}`, `user:${actor.id}`);
    }
  });
}
