/** The invariants of projects and their pictures; each statement selects what breaks one. */
export const projectChecks = {
  'a project has at most five pictures':
    'select project_id as id from project_pictures group by project_id having count(*) > 5',
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
};
