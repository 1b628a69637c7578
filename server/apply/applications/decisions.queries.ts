import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/schema.ts';
import type { PlaceState } from '../places/places.service.ts';

type Decision = { status: 'approved' | 'rejected'; by: string; at: Date };

export function findHeldDecision(db: Db, applicationId: string) {
  return db
    .selectFrom('held_decisions')
    .select(['status', 'decided_by', 'decided_at'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

export async function upsertHeldDecision(trx: Db, id: string, { status, by, at }: Decision): Promise<void> {
  const values = { status, decided_by: by, decided_at: at };
  await trx
    .insertInto('held_decisions')
    .values({ application_id: id, ...values })
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(values))
    .execute();
}

export async function deleteHeldDecision(trx: Db, applicationId: string): Promise<void> {
  await trx.deleteFrom('held_decisions').where('application_id', '=', applicationId).execute();
}

/** What a decision changes on an application. */
const decisionColumns = [
  'status',
  'reviewed_by',
  'reviewed_at',
  'attendance_confirmed',
  'attendance_declined',
  'approved_name',
  'renamed_at',
] as const;

/** The state before a decision: of the application, or of its held decision when nothing else changed. */
export type PreviousState =
  | {
      application: Pick<Selectable<Tables['applications']>, (typeof decisionColumns)[number]>;
      /** Of an event with limited places. */
      places?: PlaceState | undefined;
    }
  | { held: Awaited<ReturnType<typeof findHeldDecision>> | null };

export function selectDecisionState(trx: Db, id: string) {
  return trx
    .selectFrom('applications')
    .select(decisionColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Restores what `selectDecisionState` returned; a reviewer whose account is gone stays away. */
export async function restoreDecisionState(
  trx: Db,
  id: string,
  { reviewed_by, renamed_at, ...state }: Awaited<ReturnType<typeof selectDecisionState>>,
): Promise<void> {
  await trx
    .updateTable('applications')
    .set({
      ...state,
      reviewed_by: sql`(select id from users where id = ${reviewed_by})`,
      // A person may have changed the approved name since.
      renamed_at: sql`case when approved_name = ${state.approved_name} then renamed_at else ${renamed_at}::timestamptz end`,
    })
    .where('id', '=', id)
    .execute();
}

export async function restoreHeldDecision(
  trx: Db,
  id: string,
  { status, decided_by, decided_at }: NonNullable<Awaited<ReturnType<typeof findHeldDecision>>>,
): Promise<void> {
  await deleteHeldDecision(trx, id);
  await trx
    .insertInto('held_decisions')
    .values({
      application_id: id,
      status,
      decided_by: sql`(select id from users where id = ${decided_by})`,
      decided_at,
    })
    .execute();
}

export async function insertUndo(
  trx: Db,
  undo: { id: string; mailId: string | undefined; until: Date; previous: PreviousState },
): Promise<void> {
  await trx
    .insertInto('undoable_decisions')
    .values({
      application_id: undo.id,
      mail_id: undo.mailId ?? null,
      until: undo.until,
      previous: JSON.stringify(undo.previous),
    })
    .execute();
}

/**
 * Takes what undoes the last decision on an application, with its email: nobody can undo it any more, and the email is
 * not sent. Undefined when the email was sent before, or there is nothing to undo.
 */
export async function takeUndo(
  trx: Db,
  id: string,
): Promise<{ until: Date; previous: PreviousState } | undefined> {
  // Whoever deletes this row first has decided: the delivery of the email deletes it too, and then this waits for it.
  const row = await trx
    .deleteFrom('undoable_decisions')
    .where('application_id', '=', id)
    .returning(['mail_id', 'until', 'previous'])
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.mail_id)
    await trx.deleteFrom('mails').where('id', '=', row.mail_id).where('sent_at', 'is', null).execute();
  return { until: row.until, previous: row.previous as PreviousState };
}

/** Deletes what can no longer be undone and had no email whose delivery would have deleted it. */
export async function deleteUndoBefore(db: Db, moment: Date): Promise<void> {
  await db
    .deleteFrom('undoable_decisions')
    .where('until', '<', moment)
    .where('mail_id', 'is', null)
    .execute();
}

/** Ends everybody's claim on an application. */
export async function deleteClaim(trx: Db, applicationId: string): Promise<void> {
  await trx.deleteFrom('review_claims').where('application_id', '=', applicationId).execute();
}
