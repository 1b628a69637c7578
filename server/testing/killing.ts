import type { KyselyPlugin } from 'kysely';

/** Ends a job at its n-th statement, as a kill does: what is not committed is rolled back, and nothing after it is executed. */
export class Killing implements KyselyPlugin {
  #left: number;
  constructor(statements: number) {
    this.#left = statements;
  }
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.#left -= 1;
    if (this.#left < 0) throw new Error('killed');
    return node;
  };
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}
