/** The invariants of check-in; each statement selects what breaks one. */
export const checkInChecks = {
  'everybody checked in is approved, or was removed since': `select c.id from check_ins c
      join users u on u.id = c.user_id left join applications a using (user_id)
      where c.state = 'admitted' and a.status is distinct from 'approved' and u.removed_at is null`,
  'a person is admitted at most once per checkpoint': `select user_id, checkpoint from check_ins
      where state = 'admitted'
      group by user_id, checkpoint having count(*) > 1`,
  'whoever has a shift is a volunteer without an email address': `select s.user_id
      from shifts s join users u on u.id = s.user_id
      where u.role <> 'volunteer' or u.email is not null`,
};
