import type { Db } from '../platform/db/open.ts';
import { memberTracks, trackOf } from './teams.queries.ts';

/** Returns false when the team has already invited the person of this card. */
export async function insertInvite(db: Db, invite: { team_id: string; card_id: string }): Promise<boolean> {
  const row = await db
    .insertInto('team_invites')
    .values(invite)
    .onConflict((conflict) => conflict.columns(['card_id', 'team_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findInvite(db: Db, id: string) {
  return db
    .selectFrom('team_invites')
    .innerJoin('team_cards', 'team_cards.id', 'team_invites.card_id')
    .select(['team_invites.team_id as teamId', 'team_cards.user_id as userId', 'status'])
    .where('team_invites.id', '=', id)
    .executeTakeFirst();
}

export async function declineInvite(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('team_invites')
    .set({ status: 'declined', decided_at: at })
    .where('id', '=', id)
    .execute();
}

/** Selects the open invites to a person, oldest first. */
export function selectReceivedInvites(db: Db, userId: string) {
  return db
    .selectFrom('team_invites')
    .innerJoin('team_cards', 'team_cards.id', 'team_invites.card_id')
    .innerJoin('teams', 'teams.id', 'team_invites.team_id')
    .innerJoin('users as leader', 'leader.id', 'teams.creator_id')
    .select([
      'team_invites.id',
      'teams.id as teamId',
      'teams.name as teamName',
      'teams.idea',
      'teams.need',
      'leader.name as leaderName',
      trackOf('teams.creator_id').as('track'),
      'team_invites.created_at as createdAt',
      'max_members as maxMembers',
      memberTracks.as('tracks'),
    ])
    .where('team_cards.user_id', '=', userId)
    .where('status', '=', 'pending')
    .orderBy('team_invites.created_at')
    .orderBy('team_invites.id')
    .execute();
}
