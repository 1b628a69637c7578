import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** A handle on the database: the pool's, or a transaction's. */
export type Db = Kysely<Tables>;

/** Counts and sums are small here: read PostgreSQL's bigint as a number. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The pools of handles; a transaction's has none. */
const pools = new WeakMap<Db, pg.Pool>();

const maxNames = 300;
const names = new Map<string, string>();

/** Returns the name of a statement, the same on every connection; undefined beyond 300. */
function toStatementName(text: string): string | undefined {
  let name = names.get(text);
  if (!name && names.size < maxNames) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

// Its types do not name the callback.
const Prepared = pg.Query as unknown as new (text: unknown, values: unknown, callback: unknown) => object;

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * A connection that prepares each statement with parameters once and then sends only the values. Without it the program takes
 * 1.1 to 1.3 times the processor time for the list, a check-in and one's application, and the database parses and plans
 * every statement.
 */
class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    const preparing: Query = (text, values, callback) => {
      const named = typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = named ? toStatementName(text) : undefined;
      if (!name) return query(text, values, callback);
      if (!callback) return query({ name, text, values });
      // The name is set afterwards, because the client copies a configuration property by property.
      return query(Object.assign(new Prepared(text, values, callback), { name }));
    };
    this.query = preparing as pg.Client['query'];
  }
}

/** What a read-only database answers to a write: this one is a standby now, and another one may be the primary. */
const readOnly = '25006';

/**
 * Opens a pool of at most `max` connections (10). Statements end after 5 s, waits for a lock after 3 s, idle
 * transactions after 10 s, and waiting for a connection after 4 s. A connection whose server says nothing for
 * `silenceLimit` milliseconds (6,000) during a query, or has become read-only, is destroyed, so that the next one reaches
 * the server of now. A `maintenance` pool, for migrations and backups, has only the limit on waiting for a connection.
 */
export function openDatabase(
  connection: string | pg.PoolConfig,
  {
    max = 10,
    onError,
    maintenance = false,
    silenceLimit = 6000,
  }: { max?: number; onError?: (error: Error) => void; maintenance?: boolean; silenceLimit?: number } = {},
): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max,
    Client: PreparingClient,
    connectionTimeoutMillis: 4000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!maintenance && {
      statement_timeout: 5000,
      lock_timeout: 3000,
      idle_in_transaction_session_timeout: 10_000,
    }),
    application_name: 'overnight',
  });
  pool.on('error', (error) => onError?.(error));
  // A connection that is lost during a transaction must not end the program: its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (!maintenance) pool.on('connect', (client) => leaveLostServers(client as Connected, silenceLimit));
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return { db, pool };
}

/** The parts of a client that its types do not name. */
type Connected = pg.PoolClient & {
  readyForQuery: boolean;
  connection: EventEmitter & { stream: Socket };
};

/** The socket's own timer costs nothing for each query: it runs out when nothing was sent or received for the time. */
function leaveLostServers(client: Connected, silenceLimit: number): void {
  const { connection } = client;
  const { stream } = connection;
  stream.setTimeout(silenceLimit);
  stream.on('timeout', () => {
    if (client.readyForQuery) return;
    const { bytesRead } = stream;
    // When this program was held up, an answer is there and is only read now.
    setImmediate(() => {
      if (stream.bytesRead === bytesRead) stream.destroy();
    });
  });
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === readOnly) setImmediate(() => stream.destroy());
  });
}

interface Statement<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/** The text of a statement and, for each of its parameters, the number of an argument or a fixed value. */
interface Template {
  text: string;
  slots: ({ argument: number } | { value: unknown })[];
}

/**
 * Returns a function that runs a statement of a hot path, compiled once. Compiled at every call instead, `GET /auth/user`
 * takes 1.4 times and `GET /applications/me` 1.8 times the processor time. `build` is called once with placeholders for the
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
    // A statement that is compiled has no further use of Kysely.
    const pool = pools.get(db);
    if (pool) return (await runOnPool<Row & object>(pool, template.text, parameters)).rows;
    return (await db.executeQuery<Row>(CompiledQuery.raw(template.text, parameters))).rows;
  };
}

function runOnPool<Row extends object>(pool: pg.Pool, text: string, parameters: unknown[]) {
  if (parameters.length > 0) return pool.query<Row>(text, parameters);
  // Only statements with parameters are prepared by themselves.
  const name = toStatementName(text);
  return pool.query<Row>(name ? { name, text } : text);
}

const maxForms = 300;

/**
 * Does the same for a statement of several forms: what `form` holds is fixed in its text, and so is which values are undefined.
 * Beyond 300 forms it is compiled at every call.
 */
export function precompileForms<Form, Values extends unknown[], Row>(
  build: (db: Db, form: Form, ...values: Values) => Statement<Row>,
): (db: Db, form: Form, ...values: Values) => Promise<Row[]> {
  const forms = new Map<string, (db: Db, ...values: unknown[]) => Promise<Row[]>>();
  return (db, form, ...values) => {
    const isGiven = values.map((value) => value !== undefined);
    const key = JSON.stringify([form, isGiven]);
    let run = forms.get(key);
    if (!run) {
      run = precompile((db, ...placeholders) => {
        const given = placeholders.map((placeholder, index) => (isGiven[index] ? placeholder : undefined));
        return build(db, form, ...(given as Values));
      });
      if (forms.size < maxForms) forms.set(key, run);
    }
    return run(db, ...values);
  };
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
