import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { escapeIdentifier as quote } from 'pg';
import { from, to } from 'pg-copy-streams';
import { oldEventKey } from '../../event/event.tables.ts';
import { agreedSettingsKey, earlierSecretKey } from '../../platform/db/settings.ts';
import { deliverMailJob } from '../../platform/jobs/platform.jobs.ts';

/** The key in `settings` of where the backup of the event before this one is. */
export const archiveKey = 'event-archive';

interface DatabaseTable {
  name: string;
  columns: string[];
}

const target = ({ name, columns }: DatabaseTable) => `${quote(name)} (${columns.map(quote).join(', ')})`;

// How times and bytes are written must not depend on the settings of either server.
const plain = `set local datestyle = 'ISO'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 1`;

export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query(`begin isolation level repeatable read read only; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0; ${plain}`);
}

/** Begins a transaction that fills the database, with triggers disabled: the rows already satisfy them. */
export async function beginImport(client: pg.ClientBase, tables: DatabaseTable[]): Promise<void> {
  await client.query(`begin; ${plain}`);
  for (const { name } of tables) await client.query(`alter table ${quote(name)} disable trigger user`);
  for (const { name } of tables.toReversed()) await client.query(`delete from ${quote(name)}`);
}

/** Lists the site's tables with their columns, each after the tables that it refers to. */
export async function selectTableNames(client: pg.ClientBase): Promise<DatabaseTable[]> {
  const { rows } = await client.query<DatabaseTable & { references: string[] }>(`
    select c.relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(array_agg(distinct o.relname::text), '{}') from pg_constraint k join pg_class o on o.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and not k.condeferred and k.confrelid <> c.oid) as "references"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r' and c.relname not like 'kysely\\_%'
    order by c.relname`);
  const ordered: DatabaseTable[] = [];
  for (let waiting = rows; waiting.length > 0; ) {
    const ready = waiting.filter(({ references }) =>
      references.every((other) => ordered.some(({ name }) => name === other)),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.');
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** Lists the files that rows of this snapshot refer to. */
export async function listFileRows(client: pg.ClientBase): Promise<{ key: string; sha256: string }[]> {
  const { rows } = await client.query<{ key: string; sha256: string }>(
    `select storage_key as key, encode(sha256, 'hex') as sha256 from files order by storage_key`,
  );
  return rows;
}

/** Returns the rows of a table as text, without sign-in codes: a restored site sends none, and nobody finds one. */
export function copyTableOut(client: pg.ClientBase, { name, columns }: DatabaseTable): Readable {
  const isCopied = name === 'email_codes' ? 'false' : name === 'mails' ? 'code_id is null' : 'true';
  const rows = `select ${columns.map(quote).join(', ')} from ${quote(name)} where ${isCopied}`;
  return client.query(to(`copy (${rows}) to stdout`));
}

/** Writes the text that `copyTableOut` has read. */
export function copyTableIn(client: pg.ClientBase, table: DatabaseTable): Writable {
  return client.query(from(`copy ${target(table)} from stdin`));
}

export async function hasUsers(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select from users limit 1');
  return rows.length > 0;
}

/** Commits an import: sequences continue after the last id, waiting mails are queued again, triggers are enabled. */
export async function commitImport(client: pg.ClientBase, tables: DatabaseTable[]): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string }>(`
    select c.relname as name, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped`);
  for (const { name, column } of rows)
    await client.query(`select setval(pg_get_serial_sequence('${quote(name)}', '${column}'),
      coalesce((select max(${quote(column)}) from ${quote(name)}), 0) + 1, false)`);
  await renumberTransactions(client);
  await client.query(
    `select graphile_worker.add_job('deliver-mail', json_build_object('mailId', id), max_attempts => $1)
      from mails where sent_at is null and failed_at is null`,
    [deliverMailJob.attempts],
  );
  // An event in files of an earlier version has its fingerprint there (migration 050).
  await client.query(`insert into settings (key, value)
    select '${oldEventKey}', value -> 'event' from settings where key = '${agreedSettingsKey}' and value ? 'event'
    on conflict do nothing`);
  // The restored site agrees with its instances anew: its secret and its storage may be others.
  await client.query(`insert into settings
      select '${earlierSecretKey}', value -> 'secret' from settings where key = '${agreedSettingsKey}'
    on conflict (key) do update set value = excluded.value`);
  await client.query(`delete from settings where key in ('${agreedSettingsKey}', '${archiveKey}')`);
  await client.query('set constraints all immediate');
  for (const { name } of tables) await client.query(`alter table ${quote(name)} enable trigger user`);
  await client.query('commit');
}

/** Transaction ids mean nothing on another server. Backups of earlier versions have vectors, which are made again. */
async function renumberTransactions(client: pg.ClientBase): Promise<void> {
  await client.query('delete from profile_vectors');
  await client.query(`update profiles set changed = pg_current_xact_id()::text::bigint`);
}
