/** What must hold at the door; each statement answers with what breaks it. */
export const checkInChecks: { name: string; sql: string }[] = [
  {
    name: 'whoever is checked in is approved',
    sql: `select c.id from check_ins c left join applications a using (user_id)
      where c.state = 'admitted' and a.status is distinct from 'approved'`,
  },
  {
    name: 'a person is admitted once at a checkpoint',
    sql: `select user_id, checkpoint from check_ins where state = 'admitted'
      group by user_id, checkpoint having count(*) > 1`,
  },
];
