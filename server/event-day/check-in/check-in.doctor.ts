/** The invariants of check-in; each statement selects what breaks one. */
export const checkInChecks: { name: string; sql: string }[] = [
  {
    name: 'everybody checked in is approved',
    sql: `select c.id from check_ins c left join applications a using (user_id)
      where c.state = 'admitted' and a.status is distinct from 'approved'`,
  },
  {
    name: 'a person is admitted at most once per checkpoint',
    sql: `select user_id, checkpoint from check_ins where state = 'admitted'
      group by user_id, checkpoint having count(*) > 1`,
  },
  {
    name: 'whoever has a shift is a volunteer without an email address',
    sql: `select s.user_id from shifts s join users u on u.id = s.user_id
      where u.role <> 'volunteer' or u.email is not null`,
  },
];
