import { type Kysely, sql } from 'kysely';

/** Makes the pictures of the public pages files of the event: films, captions and fonts, too, and each picture in several sizes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files drop constraint files_kind_check, drop constraint files_check,
    add column original_id uuid references files on delete cascade,
    add column width int check (width > 0)`.execute(db);
  await sql`update files set kind = 'eventFile' where kind = 'sitePicture'`.execute(db);
  await sql`alter table files
    add constraint files_kind_check check (kind in ('resume', 'pitchDeck', 'picture', 'thumbnail', 'eventFile')),
    add constraint files_check check (case kind
      when 'eventFile' then owner_id is null and project_id is null
      when 'picture' then owner_id is null and project_id is not null
      when 'thumbnail' then owner_id is null and project_id is not null
      else owner_id is not null and project_id is null end),
    add constraint files_size_of_picture check ((original_id is null) = (width is null)
      and (original_id is null or kind = 'eventFile'))`.execute(db);
  await sql`create index on files (original_id) where original_id is not null`.execute(db);
}
