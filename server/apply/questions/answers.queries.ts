import { sql } from 'kysely';
import type { AnswerValue } from '../../../contract/apply/form-questions.ts';
import type { QuestionType } from '../../../contract/apply/question-types.ts';
import type { Db } from '../../platform/db/open.ts';

interface NewAnswer {
  id: string;
  type: QuestionType;
  label: string;
  value: AnswerValue;
  sensitive: boolean;
  visibleTo: ('reviewers' | 'volunteers')[];
}

/**
 * Stores the answers of a form in order; those of an earlier form are deleted. Returns the questions whose file is missing
 * or belongs to somebody else.
 */
export async function replaceAnswers(trx: Db, userId: string, answers: readonly NewAnswer[]) {
  await trx.deleteFrom('answers').where('user_id', '=', userId).execute();
  if (answers.length === 0) return [];
  const rows = answers.map(({ id, type, label, value, sensitive, visibleTo }, position) => ({
    user_id: userId,
    position,
    question: id,
    type,
    label,
    value: JSON.stringify(value),
    sensitive,
    visible_to: visibleTo,
    ...(type === 'file' && { file_id: findOwnFile(trx, userId, String(value).slice(0, 36)) }),
  }));
  const query = trx.insertInto('answers').values(rows);
  const inserted = await query.returning(['question', 'type', 'file_id']).execute();
  return inserted.filter(({ type, file_id }) => type === 'file' && !file_id).map(({ question }) => question);
}

const findOwnFile = (db: Db, owner: string, id: string) =>
  db
    .selectFrom('files')
    .where('id', '=', id)
    .where('owner_id', '=', owner)
    .where('kind', '=', 'answer')
    .select('id');

/** Selects the files without an answer: of one person, newest first, or those from before a moment. */
export async function selectUnusedFiles(
  db: Db,
  { owner, before, most = 1000 }: { owner?: string; before?: Date; most?: number },
): Promise<string[]> {
  let query = db
    .selectFrom('files')
    .where('kind', '=', 'answer')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('answers').select('question').whereRef('file_id', '=', 'files.id'))),
    )
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(most);
  if (owner) query = query.where('owner_id', '=', owner);
  if (before) query = query.where('created_at', '<', before);
  return (await query.execute()).map(({ id }) => id);
}

/** Selects users' answers, each user's in the order of the form. */
export function selectGivenAnswers(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('answers')
    .leftJoin('files', 'files.id', 'file_id')
    .select([
      'user_id as userId',
      'question as id',
      'type',
      'label',
      'value',
      'sensitive',
      'visible_to as visibleTo',
      'file_id as fileId',
      'active_content as hasActiveContent',
    ])
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .orderBy('position')
    .execute();
}

/** Selects the answers to these questions that volunteers may see: of approved people, or of one user. */
export function selectAnswersForVolunteers(db: Db, questions: readonly string[], userId?: string) {
  let query = db
    .selectFrom('answers')
    .select(['answers.user_id as userId', 'type', 'label', 'value'])
    .where('question', 'in', questions)
    .where('sensitive', '=', false)
    .where(sql<boolean>`'volunteers' = any(visible_to)`)
    .orderBy('position');
  if (userId) query = query.where('answers.user_id', '=', userId);
  else
    query = query
      .innerJoin('applications', 'applications.user_id', 'answers.user_id')
      .where('applications.status', '=', 'approved');
  return query.execute();
}

/**
 * Counts the approved people who chose each value of these questions; answers that were sensitive when given only if
 * requested.
 */
export async function countChoices(
  db: Db,
  questions: readonly string[],
  { sensitive }: { sensitive: boolean },
) {
  const { rows } = await sql<{ id: string; value: string; count: number }>`
    select question as id, chosen as value, count(*)::int as count
    from answers join applications a using (user_id) left join held_decisions h on h.application_id = a.id
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as each (chosen)
    where question = any(${questions}) and (${sensitive} or not sensitive) and coalesce(h.status, a.status) = 'approved'
    group by question, chosen order by question, count(*) desc, chosen`.execute(db);
  return rows;
}
