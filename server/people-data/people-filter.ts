import { type RawBuilder, sql } from 'kysely';
import type { ApplicationStatus } from '../../contract/apply/applications.ts';
import { contains, toPatterns } from '../platform/db/like.ts';

/** An answer to a question: one that was chosen, a text with this part or these words, or a day between two. */
export type AnswerFilter = { id: string } & (
  | { is: string }
  | { has: string }
  | { words: readonly string[] }
  | { from: string; to: string }
);

/** Filters people for a list, a search, the resume book or an announcement. Undefined conditions filter nobody. */
export interface PeopleFilter {
  /** The status that applicants see. */
  status?: ApplicationStatus | 'notApplied' | undefined;
  /** The status that organizers gave, also while the decision is held. */
  decided?: ApplicationStatus | undefined;
  /** Whether they said that they come. */
  coming?: 'yes' | 'no' | 'none' | undefined;
  /** Whether they wait for a limited place, have not answered an offer, or let it lapse. */
  place?: 'waiting' | 'offered' | 'lapsed' | undefined;
  applications?: readonly string[] | undefined;
  track?: string | undefined;
  /** One of these: without a team, in one, in one without free seats, in one with some. */
  team?: readonly ('none' | 'some' | 'full' | 'open')[] | undefined;
  /** Whether they were checked in at a checkpoint: all of these. */
  checkpoints?: readonly { id: string; done: boolean }[] | undefined;
  /** Whether they or their team have submitted a project. */
  submitted?: boolean | undefined;
  tables?: { from: number; to: number } | undefined;
  /** Answers to any question, and to questions that were not sensitive then. */
  answers?: readonly AnswerFilter[] | undefined;
  openAnswers?: readonly AnswerFilter[] | undefined;
}

/** SQL: whether a person was checked in at a checkpoint, or at any; `user` names the column with the person's id. */
export const wasCheckedIn = (user: string, checkpoint?: string): RawBuilder<boolean> =>
  sql`exists (select from checked_in c where c.user_id = ${sql.ref(user)}
    ${checkpoint === undefined ? sql`` : sql`and c.checkpoint = ${checkpoint}`})`;

const not = (condition: RawBuilder<boolean>) => sql<boolean>`not ${condition}`;

function isInTeam(user: string, state: NonNullable<PeopleFilter['team']>[number]): RawBuilder<boolean> {
  const of = sql`m.user_id = ${sql.ref(user)}`;
  const isInAny = sql<boolean>`exists (select from team_members m where ${of})`;
  if (state === 'some') return isInAny;
  if (state === 'none') return not(isInAny);
  return sql`exists (select from team_members m join teams t on t.id = m.team_id where ${of}
    and (select count(*) from team_members o where o.team_id = t.id) ${state === 'full' ? sql`>=` : sql`<`} t.max_members)`;
}

function hasAnswered(user: string, filter: AnswerFilter, kind: RawBuilder<unknown>): RawBuilder<boolean> {
  const text = sql<string>`w.value #>> '{}'`;
  const fits =
    'is' in filter
      ? sql`(w.value @> to_jsonb(${filter.is}::text) or w.value = 'true' and ${filter.is} = 'true')`
      : 'has' in filter
        ? contains(text, filter.has)
        : 'words' in filter
          ? sql`lower(${text})
              like all (array(select lower(pattern) from unnest(${toPatterns(filter.words)}::text[]) as pattern))`
          : sql`${text} between ${filter.from} and ${filter.to}`;
  return sql`exists (select from answers w
    where w.user_id = ${sql.ref(user)} and w.question = ${filter.id} ${kind} and ${fits})`;
}

// A subquery without a reference to the person, which PostgreSQL reads once.
const submitters = sql`(select user_id from projects where submitted_at is not null and user_id is not null
  union all select m.user_id from projects p join team_members m on m.team_id = p.team_id where p.submitted_at is not null)`;

/**
 * SQL: whether a person matches a filter. `user` names the column with the person's id, `application` the table or alias of
 * their application.
 */
export function matchesFilter(
  filter: PeopleFilter,
  { user, application }: { user: string; application: string },
): RawBuilder<boolean> {
  const { status, decided, coming, place, applications, track, team, submitted, tables } = filter;
  const of = (column: string) => sql.ref(`${application}.${column}`);
  const [id, shown] = [of('id'), of('status')];
  const [confirmed, declined] = [of('attendance_confirmed'), of('attendance_declined')];
  const conditions = [
    status === 'notApplied' ? sql`${id} is null` : status && sql`${shown} = ${status}`,
    decided &&
      sql`coalesce((select h.status from held_decisions h where h.application_id = ${id}), ${shown}) = ${decided}`,
    coming === 'yes' && confirmed,
    coming === 'no' && declined,
    coming === 'none' && sql`not ${confirmed} and not ${declined}`,
    place === 'waiting' && sql`exists (select from waitlist w where w.application_id = ${id})`,
    (place === 'offered' || place === 'lapsed') &&
      sql`${shown} = 'approved' and not ${confirmed} and not ${declined} and not ${wasCheckedIn(user)} and ${place === 'lapsed'}::boolean = exists (
        select from places p where p.application_id = ${id} and p.lapsed_at is not null)`,
    applications && sql`${id} = any(${applications}::uuid[])`,
    track !== undefined && sql`${of('track')} = ${track}`,
    team &&
      sql`(${sql.join(
        team.map((state) => isInTeam(user, state)),
        sql` or `,
      )})`,
    submitted !== undefined && sql`(${sql.ref(user)} in ${submitters}) = ${submitted}`,
    tables &&
      sql`exists (select from person_tables d
        where d.user_id = ${sql.ref(user)} and d.number between ${tables.from} and ${tables.to})`,
    ...(filter.answers ?? []).map((answer) => hasAnswered(user, answer, sql``)),
    ...(filter.openAnswers ?? []).map((answer) => hasAnswered(user, answer, sql`and not w.sensitive`)),
    ...(filter.checkpoints ?? []).map((checkpoint) => {
      const isIn = wasCheckedIn(user, checkpoint.id);
      return checkpoint.done ? isIn : not(isIn);
    }),
  ].filter((condition) => condition !== undefined && condition !== false);
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`;
}
