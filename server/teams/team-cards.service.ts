import { limits } from '../../contract/limits.ts';
import { getSeatRefusal } from '../../contract/teams/seats.ts';
import type * as contract from '../../contract/teams/team-directory.ts';
import { isApproved } from '../people-data/users.queries.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { findCardOfUser, selectShownCards, upsertCard } from './team-cards.queries.ts';
import { requireTeamDirectory } from './team-directory.service.ts';
import { leadRefusal } from './teams.policy.ts';
import { findTeam, selectMemberTracks, updateUserPreference } from './teams.queries.ts';
import { toSeats } from './teams.rules.ts';
import { deleteCard, lockUserWithoutTeam } from './teams.service.ts';

/** Returns the card of this person; null when they show none. Throws `team_directory_off`. */
export async function getMyTeamCard(
  services: Pick<Services, 'db' | 'event'>,
  { actor }: Call<typeof contract.getMyTeamCard>,
): Promise<{ card: contract.MyTeamCard }> {
  requireTeamDirectory(services);
  return { card: (await findCardOfUser(services.db, actor.id)) ?? null };
}

/**
 * Posts this person's card for leaders and sets their preference to looking for a team. Throws `team_directory_off`,
 * `already_in_team`, and `forbidden` before the application is approved.
 */
export async function updateMyTeamCard(
  services: Services,
  { actor, body: card }: Call<typeof contract.updateMyTeamCard>,
): Promise<{ card: contract.MyTeamCard }> {
  requireTeamDirectory(services);
  return transact(services.db, async (trx) => {
    await lockUserWithoutTeam(trx, actor.id);
    if (!(await isApproved(trx, actor.id))) fail('forbidden');
    await upsertCard(trx, actor.id, card, services.now());
    await updateUserPreference(trx, actor.id, 'lookingForTeam');
    await notifySubscribers(trx, `user:${actor.id}`);
    return { card };
  });
}

/** Deletes the card of this person, if any, and the invites to it. Throws `team_directory_off`. */
export async function deleteMyTeamCard(
  services: Services,
  { actor }: Call<typeof contract.deleteMyTeamCard>,
): Promise<{ card: null }> {
  requireTeamDirectory(services);
  await transact(services.db, async (trx) => {
    await deleteCard(trx, actor.id);
    await notifySubscribers(trx, `user:${actor.id}`);
  });
  return { card: null };
}

/**
 * Lists the cards of people who could join the team that this person leads. Throws `team_directory_off`, and `forbidden`
 * for who leads none or is not approved.
 */
export async function listTeamCards(
  services: Pick<Services, 'db' | 'event'>,
  { actor }: Call<typeof contract.listTeamCards>,
): Promise<contract.ShownCard[]> {
  const { db, event } = services;
  requireTeamDirectory(services);
  const team = actor.teamId ? await findTeam(db, actor.teamId) : undefined;
  if (!team || leadRefusal(actor, team) || !(await isApproved(db, actor.id))) fail('forbidden');
  const seats = toSeats(event, team.maxMembers, await selectMemberTracks(db, team.id));
  const cards = await selectShownCards(db, team.id, limits.team.maxCards);
  return cards
    .filter(({ track }) => !getSeatRefusal(event.tracks, seats, track))
    .map(({ id, name, skills, about, invite, track }) => ({ _id: id, name, skills, about, invite, track }));
}
