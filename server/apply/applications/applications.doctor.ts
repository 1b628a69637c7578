import type { Event } from '../../../contract/event/event.ts';

export function applicationChecks(event: Pick<Event, 'tracks'>): Record<string, string> {
  const deckTracks = event.tracks.filter((track) => track.requiresPitchDeck).map(({ id }) => id);
  const quoted = deckTracks.map((id) => `'${id.replace(/'/g, "''")}'`).join(', ');
  return {
    ...(quoted && {
      'an application on a track with a pitch deck has one': `select id from applications
        where track in (${quoted}) and pitch_deck_file_id is null and documents_removed_at is null`,
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
  };
}
