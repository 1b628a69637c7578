import { sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';
import type { Topic } from '../platform/live/notify.ts';

interface CardTexts {
  skills: string;
  about: string;
}

export function findCardOfUser(db: Db, userId: string): Promise<CardTexts | undefined> {
  return db
    .selectFrom('team_cards')
    .select(['skills', 'about'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Inserts the card of a person, or changes its texts. */
export async function upsertCard(db: Db, userId: string, { skills, about }: CardTexts, at: Date) {
  const texts = { skills, about, updated_at: at };
  await db
    .insertInto('team_cards')
    .values({ user_id: userId, ...texts })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(texts))
    .execute();
}

/** Deletes a person's card with the invites to it; returns the teams whose invites were open. */
export async function deleteCardOfUser(db: Db, userId: string): Promise<string[]> {
  const invites = await db
    .selectFrom('team_invites')
    .innerJoin('team_cards', 'team_cards.id', 'team_invites.card_id')
    .select('team_invites.team_id as teamId')
    .where('team_cards.user_id', '=', userId)
    .where('status', '=', 'pending')
    .execute();
  await db.deleteFrom('team_cards').where('user_id', '=', userId).execute();
  return invites.map(({ teamId }) => teamId);
}

/**
 * Deletes the card of somebody who is in a team now, with the invites to it, and closes their join requests, those that were
 * rejected too: nothing is left to tell of them. Returns what has changed for others: the teams whose invite or request ended,
 * and who has asked the team that the person is in now.
 */
export async function endSearch(
  trx: Db,
  { userId, teamId, at }: { userId: string; teamId: string; at: Date },
): Promise<Topic[]> {
  const { rows } = await sql<{ topic: Topic }>`
    with card as (delete from team_cards where user_id = ${userId} returning id),
      closed as (update join_requests set status = 'closed', decided_at = ${at}
        where requester_id = ${userId} and status in ('pending', 'rejected') returning team_id)
    select 'team:' || team_id as topic from closed
    union select 'team:' || team_id from team_invites where status = 'pending' and card_id in (select id from card)
    union select 'user:' || requester_id from join_requests where team_id = ${teamId} and status = 'pending'`.execute(
    trx,
  );
  return rows.map(({ topic }) => topic);
}

/** The cards that leaders see: of approved hackers without a team who do not prefer to be solo. */
function shownCards(db: Db) {
  return db
    .selectFrom('team_cards')
    .innerJoin('users', 'users.id', 'team_cards.user_id')
    .innerJoin('applications', 'applications.user_id', 'users.id')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .select(['team_cards.id', 'users.id as userId', 'users.name', 'skills', 'about', 'applications.track'])
    .where('applications.status', '=', 'approved')
    .where('users.role', '=', 'hacker')
    .where('team_members.team_id', 'is', null)
    .where('users.team_preference', 'is distinct from', 'solo');
}

/** Selects the cards that leaders see, newest first, with what became of this team's invite. */
export function selectShownCards(db: Db, teamId: string, max: number) {
  return shownCards(db)
    .leftJoin('team_invites', (join) =>
      join.onRef('team_invites.card_id', '=', 'team_cards.id').on('team_invites.team_id', '=', teamId),
    )
    .select('team_invites.status as invite')
    .orderBy('team_cards.updated_at', 'desc')
    .orderBy('team_cards.id')
    .limit(max)
    .execute();
}

export function findShownCard(db: Db, id: string) {
  return shownCards(db).where('team_cards.id', '=', id).executeTakeFirst();
}
