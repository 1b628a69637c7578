import { userColumns } from '../../people-data/users.locks.ts';
import { anyOf } from '../../platform/db/any-of.ts';
import type { Db } from '../../platform/db/open.ts';

/** Locks the people of applications, by id. */
export function lockApplicants(trx: Db, applicationIds: readonly string[]) {
  return trx
    .selectFrom('users')
    .select(userColumns)
    .where('id', 'in', (eb) =>
      eb.selectFrom('applications').select('user_id').where('applications.id', '=', anyOf(applicationIds)),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function lockApplicant(trx: Db, applicationId: string) {
  return (await lockApplicants(trx, [applicationId]))[0];
}

function applications(trx: Db) {
  return trx
    .selectFrom('applications')
    .select(['id', 'status', 'track', 'resume_file_id as resumeId', 'pitch_deck_file_id as pitchDeckId'])
    .forNoKeyUpdate();
}

/** Locks applications against all other changes, by id. */
export function lockApplications(trx: Db, ids: readonly string[]) {
  return applications(trx).select('user_id as userId').where('id', '=', anyOf(ids)).orderBy('id').execute();
}

/** Locks a person's application against all other changes and admissions; undefined when there is none. */
export function lockApplicationOfUser(trx: Db, userId: string) {
  return applications(trx).where('user_id', '=', userId).executeTakeFirst();
}

/** Locks the people and applications of all held decisions, each by id; returns the application ids. */
export async function lockHeldApplications(trx: Db): Promise<string[]> {
  const held = trx
    .selectFrom('held_decisions')
    .innerJoin('applications as a', 'a.id', 'held_decisions.application_id');
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', held.select('a.user_id'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const rows = await applications(trx).where('id', 'in', held.select('a.id')).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
