import { setTimeout as wait } from 'node:timers/promises';
import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
} from 'kysely';
import type { Db } from '../db/open.ts';

export interface DelayedLocks {
  /** Milliseconds to wait after each read that takes a lock. */
  pause: number;
  /** Waits after reads of this table as well. */
  table?: string;
  /** False takes the locks out: the control, with which a test of a race must fail. */
  locking?: boolean;
}

const isLock = ({ modifier = '' }: { modifier?: string }) => modifier.startsWith('For');

function readsFrom(node: SelectQueryNode, table: string | undefined): boolean {
  return (node.from?.froms ?? []).some((from) => TableNode.is(from) && from.table.identifier.name === table);
}

/** Stretches the time between a check and what is written after it, so that races happen every time. */
class Slow implements KyselyPlugin {
  #slow = new WeakSet<object>();
  #slowing: DelayedLocks;

  constructor(slowing: DelayedLocks) {
    this.#slowing = slowing;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (!SelectQueryNode.is(node)) return node;
    const locks = node.endModifiers?.some(isLock);
    if (locks || readsFrom(node, this.#slowing.table)) this.#slow.add(queryId);
    if (this.#slowing.locking !== false || !locks) return node;
    return { ...node, endModifiers: node.endModifiers?.filter((modifier) => !isLock(modifier)) };
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs) {
    if (this.#slow.has(queryId)) await wait(this.#slowing.pause);
    return result;
  }
}

/** The same database, slower between check and write, and without locks where that is asked for. */
export function delayLocks(db: Db, slowing: DelayedLocks): Db {
  return db.withPlugin(new Slow(slowing));
}
