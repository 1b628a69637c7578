import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { type Db, findPool, toStatementName } from './open.ts';

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
    const pool = findPool(db);
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
