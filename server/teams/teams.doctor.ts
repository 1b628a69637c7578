import type { Event } from '../../contract/event.ts';

/** What must hold of teams at every moment; each statement selects what is wrong, nothing when all is well. */
export function teamChecks({ tracks }: Pick<Event, 'tracks'>): { name: string; sql: string }[] {
  const limited = tracks.filter((track) => track.maxTeamSize !== undefined);
  return [
    {
      name: 'no team has more members than it may have',
      sql: `select t.id from teams t join team_members m on m.team_id = t.id
        group by t.id having count(*) > t.max_members`,
    },
    ...limited.map(({ id, maxTeamSize }) => ({
      name: `no team with a member on the ${id} has more than ${maxTeamSize} members`,
      sql: `select m.team_id as id from team_members m left join applications a using (user_id)
        group by m.team_id having count(*) > ${maxTeamSize} and bool_or(a.track = '${id.replaceAll("'", "''")}')`,
    })),
    {
      name: 'every team has a leader, who is one of its members',
      sql: `select t.id from teams t where not exists
        (select from team_members m where m.team_id = t.id and m.user_id = t.creator_id)`,
    },
    {
      name: 'who is in a team prefers to have one, and nobody else does',
      sql: `select u.id from users u left join team_members m on m.user_id = u.id
        where (u.team_preference is not distinct from 'hasTeam') <> (m.user_id is not null)`,
    },
    {
      name: 'nobody in a team still asks to join one',
      sql: `select r.id from join_requests r join team_members m on m.user_id = r.requester_id
        where r.status = 'pending'`,
    },
  ];
}
