import { setTimeout as wait } from 'node:timers/promises';
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  RootOperationNode,
} from 'kysely';
import type { Db } from '../db/open.ts';

const isLock = (modifier: { modifier?: string }) => /^For/.test(modifier.modifier ?? '');

/** Waits after every read that takes a lock, and takes the lock out of it where that is asked for. */
class Locks implements KyselyPlugin {
  #slow = new WeakSet<object>();
  #pause: number;
  #locking: boolean;

  constructor(pause: number, locking: boolean) {
    this.#pause = pause;
    this.#locking = locking;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (node.kind !== 'SelectQueryNode' || !node.endModifiers?.some(isLock)) return node;
    this.#slow.add(queryId);
    if (this.#locking) return node;
    return { ...node, endModifiers: node.endModifiers.filter((modifier) => !isLock(modifier)) };
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs) {
    if (this.#slow.has(queryId)) await wait(this.#pause);
    return result;
  }
}

/** The same database with a pause (milliseconds) between each check under a lock and what is written afterwards. */
export function slowed(db: Db, pause: number): Db {
  return db.withPlugin(new Locks(pause, true));
}

/** The same, but no read locks anything: the control that a race test must fail with. */
export function unlocked(db: Db, pause: number): Db {
  return db.withPlugin(new Locks(pause, false));
}
