import { afterAll, beforeAll, expect, test } from 'vitest';
import product from '../../../package.json' with { type: 'json' };
import { createTestApp, type TestApp } from '../../testing/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const ask = async (url: string) => {
  const { statusCode, body } = await site.app.inject(url);
  return { status: statusCode, body: JSON.parse(body) };
};

test('an instance is not ready while the database has the schema of another version, and says why', async () => {
  expect(await ask('/readyz')).toEqual({ status: 200, body: { ok: true } });
  await site.database.changeSchema(`insert into kysely_migration values ('999_from_the_future', '')`);
  expect(await ask('/readyz')).toEqual({
    status: 503,
    body: {
      code: 'unavailable',
      message:
        'The database has a newer schema (999_from_the_future): another version of the program has migrated it.',
    },
  });
  const newest = `select max(name) from kysely_migration where name < '999'`;
  await site.database.changeSchema(
    `delete from kysely_migration where name in ('999_from_the_future', (${newest}))`,
  );
  const { status, body } = await ask('/readyz');
  expect([status, body.message]).toEqual([
    503,
    expect.stringMatching(/^The database has an older schema \(\d{3}_\w+ not applied\)/),
  ]);
});

test('/version names the program and the schema that it needs, and nothing else', async () => {
  const { status, body } = await ask('/version');
  expect(status).toBe(200);
  expect(body).toEqual({ version: product.version, schema: expect.stringMatching(/^\d{3}_\w+$/) });
});
