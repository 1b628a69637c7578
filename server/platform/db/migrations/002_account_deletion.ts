import { type Kysely, sql } from 'kysely';

/** The columns that refer to what is deleted with an account and had no index that finds their rows. */
const unindexed = {
  announcements: ['created_by'],
  applications: ['resume_file_id', 'pitch_deck_file_id', 'reviewed_by'],
  check_in_attempts: ['user_id', 'by_user_id'],
  check_ins: ['user_id', 'undone_by'],
  entered_scores: ['entered_by'],
  join_requests: ['requester_id'],
  mails: ['user_id'],
  result_decisions: ['decided_by', 'locked_by'],
  sign_in_links: ['user_id'],
  stations: ['user_id'],
  voided_scores: ['voided_by'],
  withdrawn_applications: ['resume_file_id', 'pitch_deck_file_id', 'reviewed_by'],
};

/** Deleting an account reads no whole table, a lent thing stays lent without its person, and an approved name stays approved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(unindexed))
    for (const column of columns)
      await sql`create index on ${sql.table(table)} (${sql.ref(column)}) where ${sql.ref(column)} is not null`.execute(
        db,
      );
  await sql`
    create index on mails (recipient) where user_id is null;
    create index on scores (team_number);

    alter table loan_scans add column is_return boolean not null default false;
    update loan_scans set is_return = user_id is null;
    alter table loan_scans drop constraint loan_scans_user_id_fkey,
      add foreign key (user_id) references users on delete set null;

    -- The name is stored with the approval instead of the first change after it.
    alter table applications drop constraint applications_check3;
    update applications a set approved_name = nullif(u.name, '') from users u
      where u.id = a.user_id and a.approved_name is null and (a.status = 'approved'
        or exists (select from held_decisions h where h.application_id = a.id and h.status = 'approved')
        or exists (select from waitlist w where w.application_id = a.id));
    update withdrawn_applications a set approved_name = nullif(u.name, '') from users u
      where u.id = a.user_id and a.approved_name is null and a.status = 'approved';

    create function keep_approved_name() returns trigger language plpgsql as $$
      begin
        new.approved_name := (select nullif(name, '') from users where id = new.user_id);
        return new;
      end $$;
    create trigger approved_name_kept before insert or update of status on applications
      for each row when (new.status = 'approved' and new.approved_name is null) execute function keep_approved_name();
  `.execute(db);
}
