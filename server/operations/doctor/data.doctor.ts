import type { Event } from '../../../contract/event/event.ts';
import { vectorChecks } from '../../apply/search/models/models.doctor.ts';
import { personalDataChecks } from '../../people/account/registered-data.ts';

const quote = (id: string) => `'${id.replaceAll("'", "''")}'`;

/**
 * Returns what is always true of the data beyond the database's own constraints; each statement selects ids that break it,
 * nothing when all is well.
 */
export function listChecks({ tracks, capacity }: Event): Record<string, string> {
  const limited = tracks.filter((track) => track.maxTeamSize !== undefined);
  const deckTracks = tracks.filter((track) => track.requiresPitchDeck).map(({ id }) => quote(id));
  return {
    'no team has more members than its maximum': `select t.id
        from teams t join team_members m on m.team_id = t.id
        group by t.id having count(*) > t.max_members`,
    ...Object.fromEntries(
      limited.map(({ id, maxTeamSize }) => [
        `no team with a member on the ${id} has more than ${maxTeamSize} members`,
        `select m.team_id as id from team_members m left join applications a using (user_id)
        group by m.team_id having count(*) > ${maxTeamSize} and bool_or(a.track = ${quote(id)})`,
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
    ...(deckTracks.length > 0 && {
      'an application on a track with a pitch deck has one': `select id from applications
        where track in (${deckTracks.join(', ')}) and pitch_deck_file_id is null and documents_removed_at is null`,
    }),
    'a document belongs to its owner’s application': `select f.id from files f
        where f.owner_id is not null and f.kind <> 'answer' and not exists (select 1 from applications a
        where a.user_id = f.owner_id and f.id in (a.resume_file_id, a.pitch_deck_file_id))
        and not exists (select 1 from withdrawn_applications a
        where a.user_id = f.owner_id and f.id in (a.resume_file_id, a.pitch_deck_file_id))`,
    'nobody has both an application and a withdrawn one':
      'select user_id as id from withdrawn_applications join applications using (user_id)',
    'a held decision changes what applicants see': `select application_id as id
        from held_decisions h join applications a on a.id = h.application_id
        where h.status = a.status`,
    'the stored counts of applications are right': `select status as id from (select status, sum(count) as count from application_counts group by status) stored
        full join (select status, count(*) as count from applications group by status) counted using (status)
        where coalesce(stored.count, 0) <> coalesce(counted.count, 0)`,
    'the stored words of applications are right': `select a.id
        from applications a join users u on u.id = a.user_id
        left join application_words w on w.application_id = a.id
        where (w.person, w.major) is distinct from (fold_text(concat_ws(' ', u.name, u.email)), fold_text(a.major))`,
    // Beyond limited places, organizers can still admit walk-ins and offer places with a reason.
    ...(capacity !== undefined && {
      [`offers and answers of yes are at most the event’s ${capacity} places`]: `select a.id
        from applications a left join places p on p.application_id = a.id
        where a.status = 'approved' and not a.attendance_declined and p.lapsed_at is null
          and p.beyond_capacity is not true and not exists (select from walk_ins i where i.user_id = a.user_id)
        order by a.reviewed_at, a.id offset ${capacity}`,
      'nobody waits for a place who has one': `select a.id
        from waitlist w join applications a on a.id = w.application_id
        left join places p on p.application_id = a.id
        where a.status = 'rejected' or a.status = 'approved' and p.lapsed_at is null`,
    }),
    'everybody checked in is approved, or was removed since': `select c.id from check_ins c
      join users u on u.id = c.user_id left join applications a using (user_id)
      where c.state = 'admitted' and a.status is distinct from 'approved' and u.removed_at is null`,
    'whoever has a shift is a volunteer without an email address': `select s.user_id
      from shifts s join users u on u.id = s.user_id
      where u.role <> 'volunteer' or u.email is not null`,
    'the pictures of a project are numbered without gaps': `select project_id as id
      from project_pictures group by project_id
      having max(place) <> count(*) - 1 or min(place) <> 0`,
    'a picture has a file and a thumbnail of its own project': `select p.id from project_pictures p
      join files large on large.id = p.picture_file_id join files small on small.id = p.thumbnail_file_id
      where large.kind <> 'picture' or small.kind <> 'thumbnail'
        or large.project_id <> p.project_id or small.project_id <> p.project_id`,
    'a file of a project belongs to one of its pictures': `select f.id from files f
      where f.project_id is not null and not exists (
      select from project_pictures where f.id in (picture_file_id, thumbnail_file_id))`,
    'a receiver of an announcement waits at most ten minutes for the email to be written': `
      select distinct announcement_id as id from announcement_receivers
      join announcements on announcements.id = announcement_id
      where state = 'waiting' and created_at < now() - interval '10 minutes'`,
    'an announcement waits at most an hour and ten minutes for its next try at a push service': `
      select distinct announcement_id as id from announcement_pushes
      where state = 'waiting' and next_at > now() + interval '70 minutes'`,
    ...vectorChecks,
    'there is an owner while there are organizers': `select id from users
      where role = 'admin' and not exists (select from users where is_owner)`,
    ...personalDataChecks,
  };
}
