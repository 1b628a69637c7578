import { minute } from '../../contract/platform/durations.ts';
import { countSeatsLeft } from '../../contract/teams/seats.ts';
import type * as contract from '../../contract/teams/teams.ts';
import { findUser } from '../people-data/users.queries.ts';
import { type AttemptLimit, recordAttempt, refundAttempt } from '../platform/http/attempt-throttle.ts';
import type { Call, HttpCall } from '../platform/http/call.ts';
import { fail } from '../platform/http/problem.ts';
import { toAddressKey } from '../platform/http/rate-limit.ts';
import type { Services } from '../platform/services.ts';
import { findSeatFacts } from './team-work.queries.ts';
import { findTeam, findTeamIdByCode, selectMembers, updateInviteCodeOfUser } from './teams.queries.ts';
import { joinRefusal, toSeats } from './teams.rules.ts';
import { describeRefusal, loadAsker, toTeamSearchResult } from './teams.views.ts';

// A whole campus can share one address, so only wrong codes count.
function limitFor(userId: string | undefined, { ip }: { ip: string }): AttemptLimit {
  const key = `invitation ${userId ?? toAddressKey(ip)}`;
  return { key, max: userId ? 10 : 30, milliseconds: 10 * minute, thenEvery: minute };
}

/** Returns the code of the invitation that this person opened. */
export async function getMyInvitation(
  { db }: Pick<Services, 'db'>,
  { actor: { id } }: Call<typeof contract.getMyInvitation>,
): Promise<contract.MyInvitation> {
  return { inviteCode: (await findUser(db, id))?.inviteCode ?? null };
}

/** Stores or dismisses this person's invitation; a code is only kept until they are in a team. */
export async function updateMyInvitation(
  { db }: Pick<Services, 'db'>,
  { actor: { id }, body: { inviteCode } }: Call<typeof contract.updateMyInvitation>,
): Promise<void> {
  await updateInviteCodeOfUser(db, id, inviteCode);
}

/** Returns what an invite code reveals. Throws `unknown_invite_code` and `too_many_requests`. */
export async function getInvitation(
  services: Services,
  { actor, body: { inviteCode, track }, request }: HttpCall<typeof contract.getInvitation>,
): Promise<contract.TeamInvitation> {
  const { db, event } = services;
  const user = actor.kind === 'user' ? actor : undefined;
  const counted = await recordAttempt(services, [limitFor(user?.id, request)]);
  const teamId = await findTeamIdByCode(db, inviteCode);
  const team = teamId === undefined ? undefined : await findTeam(db, teamId);
  if (!team) fail('unknown_invite_code');
  await refundAttempt(services, counted);
  const members = await selectMembers(db, team.id);
  const leader = members.find(({ id }) => id === team.leaderId);
  const leaderName = leader?.name ?? '';
  const { tracks, isDecided } = await findSeatFacts(db, team.id);
  const asker = user && (await loadAsker(db, user, track));
  const seats = toSeats(event, team.maxMembers, tracks);
  const refusal = (asker || isDecided) && joinRefusal(event, { ...seats, isDecided }, asker?.track ?? null);
  return {
    teamName: team.name,
    leaderName: leaderName.trim().split(/\s+/)[0] ?? '',
    ...(team.idea && { idea: team.idea }),
    seatsLeft: countSeatsLeft(seats),
    ...(asker && {
      team: toTeamSearchResult(event, user, asker, {
        ...team,
        leaderName,
        leaderTrack: leader?.track ?? null,
        tracks,
        isDecided,
      }),
    }),
    ...(refusal && { refusal: describeRefusal(refusal, seats) }),
    ...(isDecided && { isDecided }),
  };
}
