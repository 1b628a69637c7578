/** The invariants of the people who run the event; each statement selects ids that break one. */
export const staffChecks = {
  'there is an owner while there are organizers': `select id from users
      where role = 'admin' and not exists (select from users where is_owner)`,
};
