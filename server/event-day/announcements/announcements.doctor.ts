/** The invariants of announcements: each statement selects ids that break one. */
export const announcementChecks = {
  'a receiver of an announcement waits at most ten minutes for the email to be written': `
      select distinct announcement_id as id from announcement_receivers
      join announcements on announcements.id = announcement_id
      where state = 'waiting' and created_at < now() - interval '10 minutes'`,
  'an announcement waits at most an hour and ten minutes for its next try at a push service': `
      select distinct announcement_id as id from announcement_pushes
      where state = 'waiting' and next_at > now() + interval '70 minutes'`,
};
