import { type Insertable, sql } from 'kysely';
import type { ResumeFilters } from '../../../contract/after/resume-book.ts';
import {
  type AnswerFilter,
  matchesFilter,
  type PeopleFilter,
  wasCheckedIn,
} from '../../people-data/people-filter.ts';
import { toPatterns } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/tables.ts';

export interface ResumePerson {
  id: string;
  name: string;
  email: string | null;
  track: string;
  major: string;
  checkedIn: boolean;
  /** Where the resume is stored. */
  key: string;
}

/** Selects those of these users who are approved, have a resume, and pass the filters, by name. */
export async function selectResumePeople(
  db: Db,
  userIds: readonly string[],
  filters: Omit<ResumeFilters, 'answers'> & { entrance: string; answers: readonly AnswerFilter[] },
): Promise<ResumePerson[]> {
  const { track, q = '', checkedIn, entrance, answers } = filters;
  const words = toPatterns(q.split(/\s+/).filter(Boolean));
  const filter: PeopleFilter = {
    status: 'approved',
    track: track || undefined,
    openAnswers: answers,
    ...(checkedIn && { checkpoints: [{ id: entrance, done: true }] }),
  };
  const hasWords =
    words.length === 0
      ? sql`true`
      : sql`lower(concat_ws(' ', a.major, p.resume_text, t.skills))
          like all (array(select lower(pattern) from unnest(${words}::text[]) as pattern))`;
  const { rows } = await sql<ResumePerson>`
    select a.id, u.name, u.email, a.track, a.major, ${wasCheckedIn('a.user_id', entrance)} as "checkedIn", f.storage_key as key
    from applications a join users u on u.id = a.user_id join files f on f.id = a.resume_file_id
      left join profiles p on p.application_id = a.id left join team_cards t on t.user_id = a.user_id
    where a.user_id = any(${userIds}::uuid[]) and ${matchesFilter(filter, { user: 'a.user_id', application: 'a' })} and ${hasWords}
    order by lower(u.name), a.id`.execute(db);
  return rows;
}

const linkColumns = [
  'id',
  'name',
  'filters',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'downloads',
  'downloaded_at as downloadedAt',
] as const;

export function selectLinks(db: Db) {
  return db
    .selectFrom('resume_links')
    .select(linkColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Returns the link of a token that has not ended. */
export function findLink(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('resume_links')
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(linkColumns)
    .executeTakeFirst();
}

export async function insertResumeLink(trx: Db, link: Insertable<Tables['resume_links']>): Promise<string> {
  const { id } = await trx.insertInto('resume_links').values(link).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Ends a link; returns its name, and undefined when there is none that has not been ended. */
export async function updateLinkRevoked(trx: Db, id: string, at: Date): Promise<string | undefined> {
  const row = await trx
    .updateTable('resume_links')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function updateLinkDownloads(trx: Db, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('resume_links')
    .set(({ eb }) => ({ downloads: eb('downloads', '+', 1), downloaded_at: at }))
    .where('id', '=', id)
    .execute();
}
