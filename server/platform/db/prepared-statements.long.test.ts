import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';

test('a statement with parameters is prepared once for each connection, any number of others is not', async () => {
  const { db, drop } = await createTestDatabase({ max: 1 });
  try {
    const prepared = async () => {
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        db,
      );
      return rows.map((row) => row.statement);
    };
    for (const name of ['Ada', 'Grace', 'Ada'])
      expect(await db.selectFrom('users').select('id').where('name', '=', name).execute()).toEqual([]);
    expect(await prepared()).toEqual(['select "id" from "users" where "name" = $1']);
    for (let size = 1; size <= 400; size += 1)
      await sql`select ${sql.join(Array(size).fill(size))}::int`.execute(db).catch(() => undefined);
    expect((await prepared()).length).toBeLessThanOrEqual(300);
  } finally {
    await drop();
  }
});
