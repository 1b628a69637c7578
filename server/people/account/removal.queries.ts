import type { ApplicationBeforeRemoval } from '../../apply/applications/removal.service.ts';
import type { Db } from '../../platform/db/open.ts';

/** Stores that a person was removed, voids their passes, and deletes emails to them that have not been sent. */
export async function markRemoved(
  trx: Db,
  id: string,
  { at, before }: { at: Date; before: ApplicationBeforeRemoval | undefined },
): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({
      removed_at: at,
      application_before_removal: before ? JSON.stringify(before) : null,
      pass_version: eb('pass_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('mails').where('user_id', '=', id).where('sent_at', 'is', null).execute();
}

/** Lifts a removal, and returns the earlier status of their application. */
export async function unmarkRemoved(trx: Db, id: string): Promise<ApplicationBeforeRemoval | null> {
  const row = await trx
    .selectFrom('users')
    .select('application_before_removal as before')
    .where('id', '=', id)
    .executeTakeFirst();
  const nothing = { removed_at: null, application_before_removal: null };
  await trx.updateTable('users').set(nothing).where('id', '=', id).execute();
  return (row?.before ?? null) as ApplicationBeforeRemoval | null;
}
