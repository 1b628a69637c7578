import { deriveCode } from '../platform/mail/mail-secrets.ts';
import type { TestApp } from './app.ts';

/** Returns the sign-in codes that were made for an address, oldest first. */
export async function listCodes({ services }: TestApp, email: string): Promise<string[]> {
  const rows = await services.db
    .selectFrom('email_codes')
    .select('id')
    .where('email', '=', email)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => deriveCode(services.config, id));
}
