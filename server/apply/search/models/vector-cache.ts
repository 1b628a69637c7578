import type { Db } from '../../../platform/db/open.ts';
import type { Services } from '../../../platform/services.ts';
import { selectVectors, selectVectorVersions } from './vectors.queries.ts';

type StoredVectors = Awaited<ReturnType<typeof selectVectors>>[number];

const batch = 500;
/** Milliseconds after which vectors that no search has used leave the memory: 6 MB for 1,000 applications. */
const keptFor = 10 * 60_000;

/** The vectors of a model in memory. Each search reads what was stored since the one before it. */
class VectorCache {
  readonly model: string;
  readonly #rows = new Map<string, StoredVectors>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(model: string) {
    this.model = model;
  }

  /** Returns the packed vectors of one dimension as they are stored now. Concurrent calls wait for each other. */
  load(db: Db, dimension: number): Promise<StoredVectors[]> {
    const next = this.#last.catch(() => undefined).then(() => this.#catchUp(db, dimension));
    this.#last = next;
    return next;
  }

  async #catchUp(db: Db, dimension: number): Promise<StoredVectors[]> {
    const stored = await selectVectorVersions(db, { model: this.model, dimension });
    const versions = new Map(stored.map(({ id, version }) => [id, version]));
    for (const id of this.#rows.keys()) if (!versions.has(id)) this.#rows.delete(id);
    const changed = stored.filter(({ id, version }) => this.#rows.get(id)?.version !== version);
    for (let from = 0; from < changed.length; from += batch) {
      const ids = changed.slice(from, from + batch).map(({ id }) => id);
      for (const row of await selectVectors(db, ids)) this.#rows.set(row.id, row);
    }
    return [...this.#rows.values()];
  }
}

const caches = new WeakMap<object, { cache: VectorCache; idle: NodeJS.Timeout }>();

/** Returns the packed vectors that a model has made, one row for each application. */
export function loadVectors(
  services: Pick<Services, 'db'>,
  { model, dimension }: { model: string; dimension: number },
): Promise<StoredVectors[]> {
  const known = caches.get(services);
  clearTimeout(known?.idle);
  const cache = known?.cache.model === model ? known.cache : new VectorCache(model);
  caches.set(services, { cache, idle: setTimeout(() => caches.delete(services), keptFor).unref() });
  return cache.load(services.db, dimension);
}
