import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { becomeNewer, older } from '../../testing/test-migrations.ts';
import { openRunningSite, openSite } from './lease.ts';
import { openDatabase } from './open.ts';
import { migrate, migrations } from './schema.ts';

const bases: TestDatabase[] = [];
let becomeOlder: (() => void) | undefined;
afterEach(async () => {
  becomeOlder?.();
  becomeOlder = undefined;
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
    const { migrate } = await import(${JSON.stringify(join(import.meta.dirname, 'schema.ts'))});
    await import(${JSON.stringify(join(import.meta.dirname, '../../testing/newer-version.ts'))});
    const opened = openDatabase(${JSON.stringify(url)}, { max: 1, maintenance: true });
    process.send('go');
    await migrate(opened);
    process.exit(0);`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** The schema of a newer version, created at once. */
async function newerSchema(): Promise<string[]> {
  const fresh = await base({ empty: true });
  await migrate(fresh);
  return schemaOf(fresh);
}

test('two instances that start together migrate once', async () => {
  becomeOlder = becomeNewer();
  const empty = await base({ empty: true });
  const handles = [1, 2, 3].map(() => openDatabase(empty.connection, { max: 1, maintenance: true }));
  const done = await Promise.all(handles.map((handle) => migrate(handle)));
  await Promise.all(handles.map(({ db }) => db.destroy()));
  const applied = done.flat().sort();
  expect(applied.length).toBeGreaterThan(2);
  expect(new Set(applied).size).toBe(applied.length);
  expect(await schemaOf(empty)).toEqual(await newerSchema());
});

test('the next start completes a migration that was killed at any moment', async () => {
  becomeOlder = becomeNewer();
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
  expect(await schemaOf(empty)).toEqual(await newerSchema());
});

test('a migration does not wait long for a table in use, and changes nothing then', async () => {
  becomeOlder = becomeNewer();
  const old = await base({ empty: true });
  const opened = openDatabase(old.connection, { max: 1, maintenance: true });
  await migrate(opened, older);
  const before = await schemaOf(old);
  const user = new pg.Client(old.connection);
  await user.connect();
  await user.query('begin; lock table users in share mode');
  await expect(migrate(opened, undefined, 300)).rejects.toThrow('lock timeout');
  expect(await schemaOf(old)).toEqual(before);
  await user.end();
  await migrate(opened);
  await opened.db.destroy();
  expect(await schemaOf(old)).toEqual(await newerSchema());
});

test('every migration of the folder is listed, in their order', () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations')).sort();
  expect(files.map((name) => name.replace('.ts', ''))).toEqual(Object.keys(migrations));
});

test('an older program refuses the schema of a newer one, and changes nothing', async () => {
  const newer = await base();
  await newer.changeSchema(
    `insert into kysely_migration (name, timestamp) values ('999_from_the_future', '2030-01-01')`,
  );
  const before = await schemaOf(newer);
  await expect(migrate(newer)).rejects.toThrow(
    'This database was created by a newer version of the program (999_from_the_future). Start that version instead.',
  );
  expect(await schemaOf(newer)).toEqual(before);
});

test('a role that may not create the extension gets searches without their index', async () => {
  const site = await base({ empty: true });
  const owner = openDatabase(site.owner, { max: 1, maintenance: true });
  await sql.raw(`revoke create on database "${site.owner.database}" from current_user`).execute(owner.db);
  for (const { up } of Object.values(migrations)) await up(owner.db);
  await owner.db.destroy();
  const isIndexed = (part: string) => part.includes('gin_trgm_ops');
  const isOurs = (part: string) => !/graphile_worker|kysely_migration/.test(part);
  const whole = await schemaOf(await base());
  expect(whole.filter(isIndexed)).toHaveLength(1);
  expect(await schemaOf(site)).toEqual(whole.filter((part) => isOurs(part) && !isIndexed(part)));
});

test.each(['001_people_to_door', '001_initial'])(
  'a database that began with %s is refused in a sentence, and stays as it is',
  async (first) => {
    const former = await base({ empty: true });
    await former.changeSchema(`
    create table users (id int);
    create table kysely_migration (name text primary key, timestamp text);
    insert into kysely_migration values ('${first}', ''), ('057_my_invitation', '')`);
    const before = await schemaOf(former);
    const refusal =
      'This database is from an earlier version of the program, which this one cannot upgrade. Nothing was changed. Keep that version to use the data or to export them, or start this one with an empty data folder (DATA_DIR) or an empty database (DATABASE_URL).';
    const settings = { dataDir: '/none', databaseUrl: former.url };
    const log = () => undefined;
    await expect(openSite(settings, { log })).rejects.toThrow(refusal);
    await expect(openRunningSite(settings, { log })).rejects.toThrow(refusal);
    await expect(openRunningSite(settings, { log, anySchema: true })).rejects.toThrow(refusal);
    expect(await schemaOf(former)).toEqual(before);
  },
);

test('a site with rows is upgraded: approved names are stored, and things stay lent', async () => {
  const old = await base({ empty: true });
  await migrate(old, '001_schema');
  const run = (statement: string) => sql.raw<Record<string, unknown>>(statement).execute(old.db);
  await run(`insert into users (id, email, name) select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'p' || n || '@x.org', 'Person ' || n
    from generate_series(1, 5) n`);
  const fields = `track, major, t_shirt_size, dietary_restrictions, why_join`;
  await run(`insert into applications (user_id, status, reviewed_at, ${fields})
    select id, case name when 'Person 1' then 'approved' else 'pending' end, case name when 'Person 1' then now() end, 'x', 'x', 'M', 'none', 'x' from users where name <> 'Person 5'`);
  await run(`insert into held_decisions (application_id, status, decided_at) select a.id, 'approved', now()
    from applications a join users u on u.id = user_id where name = 'Person 2'`);
  await run(
    `insert into waitlist (application_id, since, decided_at) select a.id, now(), now() from applications a join users u on u.id = user_id where name = 'Person 3'`,
  );
  await run(
    `insert into loan_scans (id, thing, user_id, at) select gen_random_uuid(), '12', id, now() - interval '1 hour' from users where name = 'Person 1'`,
  );
  await run(`insert into loan_scans (id, thing, at) values (gen_random_uuid(), '13', now())`);
  await run(`update users set name = 'Renamed' where name = 'Person 4'`);
  await run(`update users set email = 'p5@müller.example' where name = 'Person 5'`);
  await migrate(old);
  const { rows: names } = await run(
    `select name, approved_name from applications join users on users.id = user_id order by 1`,
  );
  expect(names).toEqual([
    { name: 'Person 1', approved_name: 'Person 1' },
    { name: 'Person 2', approved_name: 'Person 2' },
    { name: 'Person 3', approved_name: 'Person 3' },
    { name: 'Renamed', approved_name: null },
  ]);
  const { rows: addresses } = await run(`select email from users where name = 'Person 5'`);
  expect(addresses).toEqual([{ email: 'p5@xn--mller-kva.example' }]);
  await run(`delete from users where name = 'Person 1'`);
  const { rows: scans } = await run('select thing, user_id, is_return from loan_scans order by 1');
  expect(scans).toEqual([
    { thing: '12', user_id: null, is_return: false },
    { thing: '13', user_id: null, is_return: true },
  ]);
  const { rows: folded } = await run(
    `select fold_text('Zoë MÜLLER') as a, fold_text('Ada') as b, fold_text(null) as c`,
  );
  expect(folded).toEqual([{ a: 'zoe muller', b: 'ada', c: null }]);
});
