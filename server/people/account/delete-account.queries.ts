import type { Db } from '../../platform/db/open.ts';

/** Deletes a user with everything that refers to the account, and what is stored under the email address alone. */
export async function deleteUser(trx: Db, id: string, email: string | null): Promise<void> {
  if (email !== null) {
    await trx.deleteFrom('email_codes').where('email', '=', email).execute();
    await trx.deleteFrom('walk_ins').where('email', '=', email).execute();
    await trx.deleteFrom('mails').where('recipient', '=', email).where('user_id', 'is', null).execute();
  }
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
