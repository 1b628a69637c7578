import { type Kysely, sql } from 'kysely';

/** Pictures that organizers upload for the public pages: they belong to nobody and to no project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files drop constraint files_kind_check, drop constraint files_check`.execute(db);
  await sql`
    alter table files
      add constraint files_kind_check check (kind in ('resume', 'pitchDeck', 'picture', 'thumbnail', 'sitePicture')),
      add constraint files_check check (case kind
        when 'sitePicture' then owner_id is null and project_id is null
        when 'picture' then owner_id is null and project_id is not null
        when 'thumbnail' then owner_id is null and project_id is not null
        else owner_id is not null and project_id is null end)`.execute(db);
}
