import type { Event } from '../../contract/event/event.ts';

/** Returns the invariants of teams; each statement selects what breaks one, nothing when all is well. */
export function teamChecks({ tracks }: Pick<Event, 'tracks'>): Record<string, string> {
  const limited = tracks.filter((track) => track.maxTeamSize !== undefined);
  return {
    'no team has more members than its maximum': `select t.id
        from teams t join team_members m on m.team_id = t.id
        group by t.id having count(*) > t.max_members`,
    ...Object.fromEntries(
      limited.map(({ id, maxTeamSize }) => [
        `no team with a member on the ${id} has more than ${maxTeamSize} members`,
        `select m.team_id as id from team_members m left join applications a using (user_id)
        group by m.team_id having count(*) > ${maxTeamSize} and bool_or(a.track = '${id.replaceAll("'", "''")}')`,
      ]),
    ),
    'every team has a leader who is a member': `select t.id from teams t where not exists
        (select from team_members m where m.team_id = t.id and m.user_id = t.creator_id)`,
    'everybody in a team has the preference hasTeam, and nobody else has': `select u.id
        from users u left join team_members m on m.user_id = u.id
        where (u.team_preference is not distinct from 'hasTeam') <> (m.user_id is not null)`,
    'only hackers are in a team or have an open join request': `select u.id from users u
        where u.role <> 'hacker' and (
        exists (select from team_members m where m.user_id = u.id)
        or exists (select from join_requests r where r.requester_id = u.id and r.status = 'pending'))`,
    'nobody in a team has a card for leaders':
      'select c.id from team_cards c join team_members m using (user_id)',
    'nobody in a team has an open join request': `select r.id
        from join_requests r join team_members m on m.user_id = r.requester_id
        where r.status = 'pending'`,
  };
}
