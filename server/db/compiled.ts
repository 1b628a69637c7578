import { CompiledQuery } from 'kysely';
import type { Db } from './open.ts';

interface Statement<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/** The text of a statement and, for each of its parameters, which argument it is, or a fixed value. */
interface Plan {
  text: string;
  slots: ({ argument: number } | { value: unknown })[];
}

/**
 * A statement of a hot path, put together once instead of at every call. `build` is called one time with stand-ins for
 * the arguments, so it may use them only as values of the statement.
 */
export function precompile<Arguments extends unknown[], Row>(
  build: (db: Db, ...values: Arguments) => Statement<Row>,
): (db: Db, ...values: Arguments) => Promise<Row[]> {
  let plan: Plan | undefined;
  return async (db, ...values) => {
    plan ??= draw(values.length, (...standIns) => build(db, ...(standIns as Arguments)).compile(db));
    const parameters = plan.slots.map((slot) => ('argument' in slot ? values[slot.argument] : slot.value));
    return (await db.executeQuery<Row>(CompiledQuery.raw(plan.text, parameters))).rows;
  };
}

function draw(size: number, compile: (...standIns: unknown[]) => CompiledQuery): Plan {
  const standIns: unknown[] = Array.from({ length: size }, () => ({}));
  const { sql, parameters } = compile(...standIns);
  const slots = parameters.map((value) => {
    const argument = standIns.indexOf(value);
    return argument < 0 ? { value } : { argument };
  });
  return { text: sql, slots };
}
