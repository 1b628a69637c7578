import { createMigration } from './create-migration.ts';

/**
 * Counts applications by status, in the transaction that changes them. Every page of the organizers' list shows the totals;
 * counting at each request would cost more with every applicant.
 */
export const up = createMigration([
  `create table application_counts (
    status text primary key,
    count int not null check (count >= 0)
  )`,
  `insert into application_counts
    select status, (select count(*) from applications where applications.status = each.status)
    from unnest(array['pending', 'approved', 'rejected']) as each (status)`,
  // Locked in one order, so that two concurrent decisions cannot deadlock.
  `create function count_applications() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update application_counts as kept set count = kept.count + come.number
        from (select status, count(*) as number from after group by status) as come
        where come.status = kept.status;
      elsif tg_op = 'DELETE' then
        update application_counts as kept set count = kept.count - gone.number
        from (select status, count(*) as number from before group by status) as gone
        where gone.status = kept.status;
      elsif exists (select from before join after using (id) where before.status <> after.status) then
        perform from application_counts order by status for update;
        update application_counts as kept set count = kept.count + moved.number
        from (
          select status, sum(sign) as number
          from (select status, 1 as sign from after union all select status, -1 from before) as each
          group by status
        ) as moved
        where moved.status = kept.status;
      end if;
      return null;
    end $$`,
  `create trigger counted_in after insert on applications
    referencing new table as after for each statement execute function count_applications()`,
  `create trigger counted_out after delete on applications
    referencing old table as before for each statement execute function count_applications()`,
  `create trigger counted_over after update on applications
    referencing old table as before new table as after for each statement execute function count_applications()`,
]);
