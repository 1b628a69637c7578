import type { Db } from '../../../platform/db/open.ts';
import type { Services } from '../../../platform/services.ts';
import { shareRuns } from '../share-runs.ts';
import { selectVectorState, selectVectors, selectVectorVersions } from './vectors.queries.ts';

type StoredVectors = Awaited<ReturnType<typeof selectVectors>>[number];

const batch = 500;
/** Milliseconds after which vectors that no search has used leave the memory: 6 MB for 1,000 applications. */
const keptFor = 10 * 60_000;

interface Cache {
  model: string;
  dimension: number;
  /** Returns the same list until vectors have changed. */
  catchUp: () => Promise<StoredVectors[]>;
  idle?: NodeJS.Timeout;
}

const caches = new WeakMap<object, Cache>();

/**
 * Returns the packed vectors that a model has made, one row for each application. They stay in memory, and each search reads
 * what was stored since the one before it.
 */
export async function loadVectors(
  services: Pick<Services, 'db'>,
  { model, dimension }: { model: string; dimension: number },
): Promise<StoredVectors[]> {
  const known = caches.get(services);
  const isSame = known?.model === model && known.dimension === dimension;
  const cache = isSame ? known : createCache(services.db, model, dimension);
  clearTimeout(known?.idle);
  cache.idle = setTimeout(() => caches.delete(services), keptFor).unref();
  caches.set(services, cache);
  return cache.catchUp();
}

function createCache(db: Db, model: string, dimension: number): Cache {
  const rows = new Map<string, StoredVectors>();
  let [state, list] = ['', [] as StoredVectors[]];
  const catchUp = shareRuns(async () => {
    const now = await selectVectorState(db);
    if (now === state) return list;
    const stored = await selectVectorVersions(db, { model, dimension });
    const versions = new Map(stored.map(({ id, version }) => [id, version]));
    for (const id of rows.keys()) if (!versions.has(id)) rows.delete(id);
    const changed = stored.filter(({ id, version }) => rows.get(id)?.version !== version);
    for (let from = 0; from < changed.length; from += batch) {
      const ids = changed.slice(from, from + batch).map(({ id }) => id);
      for (const row of await selectVectors(db, ids)) rows.set(row.id, row);
    }
    [state, list] = [now, [...rows.values()]];
    return list;
  });
  return { model, dimension, catchUp };
}
