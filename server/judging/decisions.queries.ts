import type { Db } from '../platform/db/open.ts';
import type { StoredDecision, StoredWinner } from './judging.tables.ts';

/** Returns the decisions, with the names of those who decided and locked them. */
export function selectDecisions(db: Db) {
  return db
    .selectFrom('result_decisions as d')
    .leftJoin('users as decider', 'decider.id', 'd.decided_by')
    .leftJoin('users as locker', 'locker.id', 'd.locked_by')
    .select([
      'd.group_key as key',
      'd.revision',
      'd.decision',
      'd.decided_by as decidedById',
      'decider.name as decidedBy',
      'd.decided_at as decidedAt',
      'locker.name as lockedBy',
      'd.locked_at as lockedAt',
      'd.winners',
    ])
    .execute();
}
export type DecisionRow = Awaited<ReturnType<typeof selectDecisions>>[number];

/** Inserts a decision, or replaces it with the next revision. */
export async function upsertDecision(
  trx: Db,
  { key, decision, by, at }: { key: string; decision: StoredDecision; by: string; at: Date },
): Promise<void> {
  const values = { decision: JSON.stringify(decision), decided_by: by, decided_at: at };
  await trx
    .insertInto('result_decisions')
    .values({ group_key: key, revision: 1, ...values })
    .onConflict((conflict) =>
      conflict
        .column('group_key')
        .doUpdateSet((eb) => ({ ...values, revision: eb('result_decisions.revision', '+', 1) })),
    )
    .execute();
}

/** Locks the winners, storing them next to the ranking by the scores. */
export async function updateLocked(
  trx: Db,
  lock: { key: string; by: string; at: Date; ranking: string[]; winners: StoredWinner[] },
): Promise<void> {
  await trx
    .updateTable('result_decisions')
    .where('group_key', '=', lock.key)
    .set({
      locked_by: lock.by,
      locked_at: lock.at,
      ranking: JSON.stringify(lock.ranking),
      winners: JSON.stringify(lock.winners),
    })
    .execute();
}

/** Unlocks a group. Returns whether it was locked. */
export async function updateUnlocked(trx: Db, key: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('result_decisions')
    .where('group_key', '=', key)
    .where('locked_at', 'is not', null)
    .set((eb) => ({
      locked_by: null,
      locked_at: null,
      ranking: null,
      winners: null,
      revision: eb('revision', '+', 1),
    }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
