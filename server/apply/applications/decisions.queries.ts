import { type Selectable, sql } from 'kysely';
import { anyOf } from '../../platform/db/any-of.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { PlaceState } from '../places/places.service.ts';

export function selectHeldDecisions(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('held_decisions')
    .select(['application_id as id', 'status', 'decided_by', 'decided_at'])
    .where('application_id', '=', anyOf(ids))
    .execute();
}

/** A held decision on the application `id`. */
type HeldDecision = Awaited<ReturnType<typeof selectHeldDecisions>>[number];

/** Holds decisions; an organizer whose account was deleted is left out. */
export async function insertHeldDecisions(trx: Db, rows: readonly HeldDecision[]): Promise<void> {
  await sql`insert into held_decisions (application_id, status, decided_by, decided_at)
    select id, status, (select users.id from users where users.id = decided_by), decided_at
    from json_to_recordset(${JSON.stringify(rows)})
      as row (id uuid, status text, decided_by uuid, decided_at timestamptz)`.execute(trx);
}

export async function deleteHeldDecisions(trx: Db, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('held_decisions').where('application_id', '=', anyOf(ids)).execute();
}

const decisionColumns = [
  'status',
  'reviewed_by',
  'reviewed_at',
  'attendance_confirmed',
  'attendance_declined',
  'approved_name',
  'renamed_at',
] as const;

export type DecisionState = Pick<Selectable<Tables['applications']>, (typeof decisionColumns)[number]>;

/** The state before a decision: of the application, or of its held decision if nothing else changed. */
export type PreviousState = (
  | {
      application: DecisionState;
      /** At events with limited places. */
      places?: PlaceState | undefined;
    }
  | { held: Omit<HeldDecision, 'id'> | null }
) & {
  /** The delivery that notifies the webhook. */
  webhook?: string | undefined;
};

export function selectDecisionStates(trx: Db, ids: readonly string[]) {
  return trx
    .selectFrom('applications')
    .select(['id', ...decisionColumns])
    .where('id', '=', anyOf(ids))
    .execute();
}

/**
 * Restores what `selectDecisionStates` returned, without reviewers whose accounts were deleted. Later changes of the
 * approved name stay.
 */
export async function restoreDecisionStates(trx: Db, states: readonly (DecisionState & { id: string })[]) {
  const columns = decisionColumns
    .filter((column) => column !== 'reviewed_by' && column !== 'renamed_at')
    .map((column) => sql`${sql.ref(column)} = state.${sql.ref(column)}`);
  await sql`update applications a
    set ${sql.join(columns)}, reviewed_by = (select users.id from users where users.id = state.reviewed_by),
      renamed_at = case when a.approved_name = state.approved_name then a.renamed_at else state.renamed_at end
    from json_populate_recordset(null::applications, ${JSON.stringify(states)}) as state
    where a.id = state.id`.execute(trx);
}

interface Undo {
  id: string;
  mailId: string | undefined;
  until: Date;
  previous: PreviousState;
}

export async function insertUndos(trx: Db, undos: readonly Undo[]): Promise<void> {
  await sql`insert into undoable_decisions (application_id, mail_id, until, previous)
    select id, "mailId", until, previous from json_to_recordset(${JSON.stringify(undos)})
      as row (id uuid, "mailId" uuid, until timestamptz, previous jsonb)`.execute(trx);
}

export async function selectUndos(trx: Db, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('undoable_decisions')
    .select(['application_id as id', 'until', 'previous'])
    .where('application_id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, until, previous }) => [id, { until, previous: previous as PreviousState }]));
}

/**
 * Takes the states before the last decisions on applications, with their emails and webhooks: the decisions can no longer
 * be undone, and nobody is notified. Returns the states; there is none if the email was already sent or nothing can be
 * undone.
 */
export async function takeUndos(trx: Db, ids: readonly string[]): Promise<Set<string>> {
  // The first to delete this row wins. Delivering the email deletes it too, and then this statement waits.
  const rows = await trx
    .deleteFrom('undoable_decisions')
    .where('application_id', '=', anyOf(ids))
    .returning(['application_id as id', 'mail_id', 'previous'])
    .execute();
  const mails = rows.flatMap(({ mail_id }) => mail_id ?? []);
  await trx.deleteFrom('mails').where('id', '=', anyOf(mails)).where('sent_at', 'is', null).execute();
  const webhooks = rows.flatMap(({ previous }) => (previous as PreviousState).webhook ?? []);
  if (webhooks.length > 0)
    await trx
      .deleteFrom('webhook_deliveries')
      .where('id', '=', anyOf(webhooks))
      .where('state', '=', 'waiting')
      .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Deletes the email about the last decision on an application if it was not sent yet; the decision can still be undone. */
export async function deleteDecisionMail(trx: Db, id: string): Promise<void> {
  const decision = trx.selectFrom('undoable_decisions').select('mail_id').where('application_id', '=', id);
  await trx.deleteFrom('mails').where('id', '=', decision).where('sent_at', 'is', null).execute();
}

/** Deletes states that can no longer be restored and had no email whose delivery would have deleted them. */
export async function deleteUndoBefore(db: Db, moment: Date): Promise<void> {
  await db
    .deleteFrom('undoable_decisions')
    .where('until', '<', moment)
    .where('mail_id', 'is', null)
    .execute();
}

/**
 * Ends what is left of earlier decisions on applications before another one: their unsent emails and webhooks, held
 * decisions, and the claims of reviewers.
 */
export async function endEarlierDecisions(trx: Db, ids: readonly string[]): Promise<void> {
  await takeUndos(trx, ids);
  await trx.deleteFrom('review_claims').where('application_id', '=', anyOf(ids)).execute();
  await deleteHeldDecisions(trx, ids);
}
