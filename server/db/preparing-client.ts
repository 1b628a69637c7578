import pg from 'pg';

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

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * A client that prepares each statement with parameters once and then sends only the values: parsing and planning are a
 * large part of the cost of a small statement.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    const preparing: Query = (text, values, callback) => {
      const named = typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = named ? toStatementName(text) : undefined;
      return name ? query({ name, text, values }, callback) : query(text, values, callback);
    };
    this.query = preparing as pg.Client['query'];
  }
}
