import type { ColumnType, Generated } from 'kysely';

/** What somebody answered to the questions of the event; nothing says who, or when. */
interface FeedbackAnswersTable {
  id: Generated<string>;
  answers: ColumnType<Record<string, number | string>, string, never>;
}

/** Who has answered: a keyed hash of each person's id. Rewritten in its own order with every answer. */
interface FeedbackGivenTable {
  mark: Buffer;
}

/** The tables of what happens after the event, by name. */
export interface AfterEventTables {
  feedback_answers: FeedbackAnswersTable;
  feedback_given: FeedbackGivenTable;
}
