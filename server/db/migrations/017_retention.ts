import { createMigration } from './create-migration.ts';

/** Lets texts that name people be deleted, and keeps anonymous counts of what was deleted by age. */
export const up = createMigration([
  // A typed reason may name somebody: it is deleted with that person, or by age. Everything else of a row stays.
  'drop trigger append_only on audit',
  `create trigger append_only before delete or truncate on audit
    for each statement execute function refuse_change()`,
  `create function only_reasons_go() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) = jsonb_set(to_jsonb(old), '{detail}', old.detail - 'reason') then return new; end if;
      raise exception 'audit is append-only';
    end $$`,
  'create trigger reasons_go before update on audit for each row execute function only_reasons_go()',
  // A score may lose the name of its team, and nothing else.
  `create or replace function scores_stay() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if to_jsonb(new) = jsonb_set(to_jsonb(old), '{team_name}', to_jsonb('Table ' || old.team_number)) then
          return new;
        end if;
      end if;
      raise exception 'scores are never changed or removed';
    end $$`,
  'alter table applications add column documents_removed_at timestamptz',
  'alter table withdrawn_applications add column documents_removed_at timestamptz',
  `create table retained_counts (
    what text not null,
    value text not null,
    count int not null check (count > 0),
    primary key (what, value)
  )`,
]);
