import { createMigration } from './create-migration.ts';

// The old text must be the new one with anything in the place of "a deleted account" or "a former member".
const isRedacted = (before: string, after: string) => `${before} like regexp_replace(
  regexp_replace(${after}, '([\\\\%_])', '\\\\\\1', 'g'), 'a deleted account|a former member', '%', 'g')`;

/** Lets single words of audit details and of teams' names in scores be replaced when an account is deleted. */
export const up = createMigration([
  `create or replace function only_reasons_go() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) - 'detail' = to_jsonb(old) - 'detail' and (
        new.detail = old.detail - 'reason' or ${isRedacted('old.detail::text', 'new.detail::text')}
      ) then return new; end if;
      raise exception 'audit is append-only';
    end $$`,
  `create or replace function scores_stay() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if to_jsonb(new) - 'team_name' = to_jsonb(old) - 'team_name' and (
          new.team_name = 'Table ' || old.team_number or ${isRedacted('old.team_name', 'new.team_name')}
        ) then return new; end if;
      end if;
      raise exception 'scores are never changed or removed';
    end $$`,
]);
