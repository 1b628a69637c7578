import { type Kysely, sql } from 'kysely';

/**
 * Keeps the totals of applications as changes that are added up: a row that each new application updated was locked until its
 * transaction ended, so that all others waited for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table application_counts drop constraint application_counts_pkey,
    drop constraint application_counts_count_check`.execute(db);
  await sql`create or replace function count_applications() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into application_counts select status, count(*) from after group by status;
      elsif tg_op = 'DELETE' then
        insert into application_counts select status, -count(*) from before group by status;
      else
        insert into application_counts
          select status, sum(sign)
          from (select status, 1 as sign from after union all select status, -1 from before) as each
          group by status having sum(sign) <> 0;
      end if;
      -- Two that do this at once take different rows.
      if (select count(*) from application_counts) > 100 then
        with taken as (
          delete from application_counts where ctid in (select ctid from application_counts for update skip locked)
          returning status, count
        )
        insert into application_counts select status, sum(count) from taken group by status;
      end if;
      return null;
    end $$`.execute(db);
}
