import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

let one: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all([one.drop(), other.drop()]);
});

test('each database is migrated and apart from the others', async () => {
  await one.db.insertInto('users').values({ email: 'ada@example.org', name: 'Ada' }).execute();
  expect(await one.db.selectFrom('users').select('name').execute()).toEqual([{ name: 'Ada' }]);
  expect(await other.db.selectFrom('users').select('name').execute()).toEqual([]);
});

test('its url leads a program of its own to the same database', async () => {
  const client = new pg.Client(one.url);
  await client.connect();
  const { rows } = await client.query('select current_database() as name');
  await client.end();
  expect(rows).toEqual([{ name: one.connection.database }]);
});
