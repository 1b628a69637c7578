import { domainToASCII } from 'node:url';
import { type Kysely, sql } from 'kysely';

/** Writes domains outside ASCII in the form that `parseEmail` returns, unless another account has that address already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    id: string;
    email: string;
  }>`select id, email from users where email ~ '@.*[^[:ascii:]]' order by email_verified desc, created_at`.execute(
    db,
  );
  for (const { id, email } of rows) {
    const at = email.indexOf('@') + 1;
    const domain = domainToASCII(email.slice(at));
    const ascii = email.slice(0, at) + domain;
    if (domain)
      await sql`update users set email = ${ascii} where id = ${id}
        and not exists (select from users where email = ${ascii})`.execute(db);
  }
}
