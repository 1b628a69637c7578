import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate, NewerSchema } from './migrate.ts';
import { up as createApplicationWords } from './migrations/046_application_words.ts';
import { openDatabase } from './open.ts';

const bases: TestDatabase[] = [];
afterEach(async () => {
  for (const base of bases.splice(0)) await base.drop();
});

async function base(options?: { empty: boolean }): Promise<TestDatabase> {
  const made = await createTestDatabase(options);
  bases.push(made);
  return made;
}

/** Lists every table, column, index and constraint, to compare two databases. */
async function schemaOf({ db }: TestDatabase): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type as part from information_schema.columns
      where table_schema in ('public', 'graphile_worker')
    union all select indexdef from pg_indexes where schemaname in ('public', 'graphile_worker')
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows.map((row) => row.part);
}

function migrateInProgram(url: string): ChildProcess {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'open.ts'))});
    const { migrate } = await import(${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))});
    const opened = openDatabase(${JSON.stringify(url)}, { max: 1, maintenance: true });
    process.send('go');
    await migrate(opened);
    process.exit(0);`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

test('two copies that start together migrate once', async () => {
  const empty = await base({ empty: true });
  const handles = [1, 2, 3].map(() => openDatabase(empty.connection, { max: 1, maintenance: true }));
  const done = await Promise.all(handles.map((handle) => migrate(handle)));
  await Promise.all(handles.map(({ db }) => db.destroy()));
  const applied = done.flat().sort();
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied).size).toBe(applied.length);
  expect(await schemaOf(empty)).toEqual(await schemaOf(await base()));
});

test('the next start completes a migration that was killed at any moment', async () => {
  const empty = await base({ empty: true });
  for (const moment of [5, 15, 30, 60, 90]) {
    const program = migrateInProgram(empty.url);
    const ended = once(program, 'exit');
    await once(program, 'message');
    await pause(moment);
    program.kill('SIGKILL');
    await ended;
  }
  const opened = openDatabase(empty.connection, { max: 1, maintenance: true });
  await migrate(opened);
  expect(await migrate(opened)).toEqual([]);
  await opened.db.destroy();
  expect(await schemaOf(empty)).toEqual(await schemaOf(await base()));
});

test('a migration does not wait long for a table in use, and changes nothing then', async () => {
  const old = await base({ empty: true });
  const opened = openDatabase(old.connection, { max: 1, maintenance: true });
  await migrate(opened, '010_applications_by_track');
  const before = await schemaOf(old);
  const user = new pg.Client(old.connection);
  await user.connect();
  await user.query('begin; lock table mails in share mode');
  await expect(migrate(opened, undefined, 300)).rejects.toThrow('lock timeout');
  expect(await schemaOf(old)).toEqual(before);
  await user.end();
  await migrate(opened);
  await opened.db.destroy();
  expect(await schemaOf(old)).toEqual(await schemaOf(await base()));
});

test('an older program refuses the schema of a newer one, and changes nothing', async () => {
  const newer = await base();
  await newer.changeSchema(
    `insert into kysely_migration (name, timestamp) values ('999_from_the_future', '2030-01-01')`,
  );
  const before = await schemaOf(newer);
  await expect(migrate(newer)).rejects.toThrow(NewerSchema);
  await expect(migrate(newer)).rejects.toThrow(
    'This database was created by a newer version of the program (999_from_the_future). Start that version instead.',
  );
  expect(await schemaOf(newer)).toEqual(before);
});

test('a role that may not create the extension gets searches without their index', async () => {
  const site = await base();
  const listExtensions = `select 1 from pg_extension where extname = 'pg_trgm'`;
  const owner = openDatabase(site.owner, { max: 1, maintenance: true });
  const run = (statement: string) => sql.raw(statement).execute(owner.db);
  expect((await run(listExtensions)).rows).toHaveLength(1);
  const before = await schemaOf({ ...site, db: owner.db });
  await run('drop extension pg_trgm cascade');
  await run('drop table application_words');
  for (const name of ['insert_application_words', 'update_words_of_major', 'update_words_of_person'])
    await run(`drop function ${name} cascade`);
  await run(`revoke create on database "${site.owner.database}" from current_user`);
  await createApplicationWords(owner.db as Kysely<unknown>);
  expect((await run(listExtensions)).rows).toEqual([]);
  const lost = before.filter((part) => part.includes('gin_trgm_ops'));
  expect(lost).toHaveLength(1);
  expect(await schemaOf({ ...site, db: owner.db })).toEqual(before.filter((part) => !lost.includes(part)));
  await owner.db.destroy();
});
