import { sql } from 'kysely';
import { applicationsWithProfiles } from '../../people-data/applications-with-profiles.ts';
import { hasRated, isReviewBlind, seesApplicant } from '../../people-data/blind-review.ts';
import { matchesFilter, type PeopleFilter } from '../../people-data/people-filter.ts';
import type { Db } from '../../platform/db/open.ts';
import { currentTransaction } from '../../platform/db/transaction-ids.ts';

/** Returns the profiles changed by this transaction or a later one. */
export function selectChangedSince(db: Db, transaction: string) {
  return db
    .selectFrom('profiles')
    .select(['application_id as id', 'changed'])
    .where('changed', '>=', transaction)
    .execute();
}

export async function countProfiles(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('application_counts')
    .select(({ fn }) => fn.sum<string>('count').as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function selectProfileIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('profiles').select('application_id').execute();
  return new Set(rows.map((row) => row.application_id));
}

/** Returns what the search indexes of some applications. */
export function selectProfiles(db: Db, ids: string[]) {
  return applicationsWithProfiles(db).where('applications.id', 'in', ids).execute();
}

/** Returns the ids of the applications of people who pass a filter, and whom blind review does not hide from the reader. */
export async function selectIdsByFilter(
  db: Db,
  filter: PeopleFilter,
  readerId: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('applications')
    .where(matchesFilter(filter, { user: 'applications.user_id', application: 'applications' }))
    .where(seesApplicant('applications.id', readerId))
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Selects the applications that a reader has rated while review is blind: it hides the others. Undefined when review is not blind. */
export async function selectRatedWhileBlind(db: Db, readerId: string): Promise<Set<string> | undefined> {
  if (!(await isReviewBlind(db))) return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from applications where ${hasRated('applications.id', readerId)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Selects the held decisions by application; empty when none is held. */
export async function selectHeldStatuses(db: Db): Promise<Map<string, 'approved' | 'rejected'>> {
  const rows = await db.selectFrom('held_decisions').select(['application_id as id', 'status']).execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Returns the applicants of some applications, as results show them. */
export function selectApplicants(db: Db, ids: string[]) {
  return db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .innerJoin('profiles', 'profiles.application_id', 'applications.id')
    .select([
      'applications.id',
      'applications.status',
      'applications.track',
      'applications.major',
      'applications.resume_file_id as resumeId',
      'profiles.resume',
      'users.id as userId',
      'users.name',
      'users.email',
    ])
    .where('applications.id', 'in', ids)
    .execute();
}

/** Selects the last questions of organizers, newest first. */
export async function selectQuestions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('search_questions').select('text').orderBy('at', 'desc').execute();
  return rows.map(({ text }) => text);
}

/** Inserts a question in place of its last time, and deletes all but the newest. */
export async function insertQuestion(
  db: Db,
  { text, userId, at, most }: { text: string; userId: string; at: Date; most: number },
): Promise<void> {
  await sql`with old as (
      delete from search_questions where text = ${text} or id in
        (select id from search_questions where text <> ${text} order by at desc offset ${most - 1})
    ) insert into search_questions (text, user_id, at) values (${text}, ${userId}, ${at})`.execute(db);
}

/** Selects resumes that have not been read: of one person, or of all applications after one of them. */
export async function selectWaitingResumes(
  db: Db,
  { userId, after, most }: { userId?: string; after?: string | undefined; most: number },
) {
  let query = db
    .selectFrom('profiles')
    .innerJoin('applications', 'applications.id', 'profiles.application_id')
    .leftJoin('files', 'files.id', 'applications.resume_file_id')
    .select(['applications.id', 'applications.user_id as userId', 'files.storage_key as key'])
    .where('profiles.resume', '=', 'waiting')
    .orderBy('applications.id')
    .limit(most);
  if (after) query = query.where('applications.id', '>', after);
  if (userId) query = query.where('applications.user_id', '=', userId);
  return query.execute();
}

/** Returns how many resumes have not been read, of which some may be missing in the file store. */
export async function countWaitingResumes(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('profiles')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('resume', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores the text of a resume, or that it cannot be read. */
export async function updateResume(
  db: Db,
  id: string,
  found: { resume: 'read' | 'unavailable'; text: string; links: string[] },
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({
      resume: found.resume,
      resume_text: found.text,
      links: found.links,
      changed: currentTransaction,
    })
    .where('application_id', '=', id)
    .execute();
}
