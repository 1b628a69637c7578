import { sql } from 'kysely';
import type { AnswerValue } from '../../contract/apply/form-questions.ts';
import type { QuestionType } from '../../contract/apply/question-types.ts';
import type { Db } from '../platform/db/open.ts';

/** An answer as it is stored, with its question. */
export interface StoredAnswer {
  id: string;
  type: QuestionType;
  label: string;
  value: AnswerValue;
  sensitive: boolean;
}

export function applicationsWithProfiles(db: Db) {
  return db
    .selectFrom('profiles')
    .innerJoin('applications', 'applications.id', 'profiles.application_id')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .select([
      'applications.id',
      'users.name',
      'users.email',
      'applications.status',
      'applications.track',
      'applications.major',
      'applications.why_join as whyJoin',
      'applications.t_shirt_size as tShirtSize',
      'applications.dietary_restrictions as dietaryRestrictions',
      'users.team_preference as teamPreference',
      sql<StoredAnswer[]>`coalesce((select jsonb_agg(jsonb_build_object(
          'id', w.question, 'type', w.type, 'label', w.label, 'value', w.value, 'sensitive', w.sensitive) order by w.position)
        from answers w where w.user_id = applications.user_id), '[]')`.as('answers'),
      'profiles.resume_text as resumeText',
      sql<boolean>`applications.resume_file_id is not null`.as('hasResume'),
      'profiles.links',
      'profiles.changed',
    ]);
}
