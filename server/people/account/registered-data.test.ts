import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { personalDataChecks, personalTables } from './registered-data.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const query = async <Row>(text: string) => (await site.database.pool.query(text)).rows as Row[];

test('every reference to an account is registered as the foreign key says', async () => {
  const [check] = Object.values(personalDataChecks);
  expect(await query(check!)).toEqual([]);
  await site.database.changeSchema(
    'create table unregistered (user_id uuid references users); alter table sessions drop constraint sessions_user_id_fkey, add foreign key (user_id) references users on delete set null',
  );
  expect(await query(check!)).toEqual(
    expect.arrayContaining([{ id: 'unregistered.user_id' }, { id: 'sessions.user_id' }]),
  );
  await site.database.changeSchema(
    'drop table unregistered; alter table sessions drop constraint sessions_user_id_fkey, add foreign key (user_id) references users on delete cascade',
  );
});

test('what a deleted account takes along is in the export, or says why not', () => {
  const missing = personalTables.filter(
    ([, { accounts = {}, exported, exportedRow }]) =>
      Object.values(accounts).includes('delete') && !exported && !exportedRow,
  );
  expect(missing.map(([table]) => table)).toEqual([]);
});

test('a deletion finds every row that goes with the account by an index', async () => {
  const rows = await query(`
    with recursive gone (id) as (
      select 'users'::regclass::oid
      union select conrelid from pg_constraint join gone on confrelid = gone.id where contype = 'f' and confdeltype = 'c'
    )
    select conrelid::regclass::text || '.' || attname as column
    from pg_constraint c join pg_attribute a on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in (select id from gone) and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))
    ) order by 1`);
  expect(rows).toEqual([]);
  const [addresses] = await query(
    `select count(*)::int from pg_indexes where tablename = 'mails' and indexdef like '%(recipient)%'`,
  );
  expect(addresses).toEqual({ count: 1 });
});
