import pg from 'pg';

const most = 300;
const names = new Map<string, string>();

/** The name of a statement, the same on every connection; undefined beyond the number that connections should hold. */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (!name && names.size < most) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * A connection that prepares each statement with parameters once and then only sends their values: parsing and planning
 * are a large part of what a small statement costs.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    const preparing: Query = (text, values, callback) => {
      const named = typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = named ? nameOf(text) : undefined;
      return name ? query({ name, text, values }, callback) : query(text, values, callback);
    };
    this.query = preparing as pg.Client['query'];
  }
}
