import type { Db } from '../db/open.ts';

/** Returns these applications by name, with what a badge shows. */
export function selectBadgeHolders(db: Db, ids: string[]) {
  return db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .leftJoin('teams', 'teams.id', 'team_members.team_id')
    .leftJoin('demo_tables', (join) =>
      join
        .on('demo_tables.retired_at', 'is', null)
        .on(({ and, or, eb, ref }) =>
          or([
            eb('demo_tables.team_id', '=', ref('team_members.team_id')),
            and([eb('team_members.team_id', 'is', null), eb('demo_tables.user_id', '=', ref('users.id'))]),
          ]),
        ),
    )
    .where('applications.id', 'in', ids)
    .select([
      'applications.id as applicationId',
      'applications.status',
      'applications.track',
      'users.id',
      'users.name',
      'users.pass_version as passVersion',
      'teams.name as team',
      'demo_tables.number as tableNumber',
    ])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}
