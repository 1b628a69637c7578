import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables.ts';

// Every statement with parameters is prepared once per connection, which then receives only the values. Otherwise the
// program takes 1.1 to 1.3 times the processor time for the list, a check-in and the own application, and the database
// parses and plans every statement. Statements of hot paths with one text are also compiled once. Compiled at every call,
// `GET /auth/user` takes 1.4 times and `GET /applications/me` 1.8 times the processor time. Those of lists have a text for
// each combination of filters and are compiled at every call, which takes up to a tenth of a millisecond.

type Db = Kysely<Tables>;

const maxNames = 300;
const names = new Map<string, string>();

/** Returns a statement with a name that is the same on every connection; beyond 300 it has none and is not prepared. */
function toStatement(text: string, values: unknown[]) {
  let name = names.get(text);
  if (!name && names.size < maxNames) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name ? { name, text, values } : { text, values };
}

/** The pools of database handles; a transaction's handle has none. */
const pools = new WeakMap<Db, pg.Pool>();

/** Returns a handle on the database that prepares what it sends over the pool's connections. */
export function createPreparingDb(pool: pg.Pool): Db {
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: (text: string, values: unknown[]) =>
        client.query(values.length > 0 ? toStatement(text, values) : text),
      release: (destroy?: boolean) => client.release(destroy),
    };
  };
  const preparing = { connect, end: () => pool.end(), options: pool.options };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing as unknown as pg.Pool }) });
  pools.set(db, pool);
  return db;
}

interface Statement<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/** The text of a statement and, for each parameter, the number of an argument or a fixed value. */
interface Template {
  text: string;
  slots: ({ argument: number } | { value: unknown })[];
}

/**
 * Returns a function that runs a statement of a hot path, compiled once. `build` is called once with placeholders for the
 * arguments, so it may use them only as values of the statement.
 */
export function precompile<Arguments extends unknown[], Row>(
  build: (db: Db, ...values: Arguments) => Statement<Row>,
): (db: Db, ...values: Arguments) => Promise<Row[]> {
  let template: Template | undefined;
  return async (db, ...values) => {
    template ??= compileTemplate(values.length, (...placeholders) =>
      build(db, ...(placeholders as Arguments)).compile(db),
    );
    const parameters = template.slots.map((slot) =>
      'argument' in slot ? values[slot.argument] : slot.value,
    );
    const pool = pools.get(db);
    // A compiled statement no longer needs Kysely.
    const { rows } = pool
      ? await pool.query<Row & object>(toStatement(template.text, parameters))
      : await db.executeQuery<Row>(CompiledQuery.raw(template.text, parameters));
    return rows;
  };
}

/** Does the same for a statement that finds one row or none: returns the row, or undefined. */
export function precompileFirst<Arguments extends unknown[], Row>(
  build: (db: Db, ...values: Arguments) => Statement<Row>,
): (db: Db, ...values: Arguments) => Promise<Row | undefined> {
  const run = precompile(build);
  return async (db, ...values) => (await run(db, ...values))[0];
}

function compileTemplate(size: number, compile: (...placeholders: unknown[]) => CompiledQuery): Template {
  const placeholders: unknown[] = Array.from({ length: size }, () => ({}));
  const { sql, parameters } = compile(...placeholders);
  const slots = parameters.map((value) => {
    const argument = placeholders.indexOf(value);
    return argument < 0 ? { value } : { argument };
  });
  return { text: sql, slots };
}
