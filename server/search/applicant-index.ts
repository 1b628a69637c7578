import type { Event } from '../../contract/event.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { SearchEngine } from './engine.ts';
import { VectorIndex } from './models/vector-index.ts';
import type { Applicant, BuiltProfile } from './profile.ts';
import { ProfileBuilder } from './profile-builder.ts';
import {
  countProfiles,
  findOldestRunning,
  selectChangedSince,
  selectProfileIds,
  selectProfiles,
} from './search.queries.ts';

// Their profiles are taken in at once, before other requests get a turn.
const batch = 25;

/**
 * The search over the applicants of the database. Every copy of the program has its own in memory, and brings it up to
 * date before each search by asking for what was changed meanwhile.
 */
export class ApplicantIndex {
  readonly #db: Db;
  readonly #event: Event;
  /** What an embeddings model makes of the applications, where one is configured. */
  readonly meanings: VectorIndex | undefined;
  #engine: SearchEngine | undefined;
  #builder: ProfileBuilder | undefined;
  #seen = new Map<string, string>();
  #since = '0';
  #last: Promise<unknown> = Promise.resolve();

  constructor({ db, event, config }: { db: Db; event: Event; config: Pick<Config, 'embeddings'> }) {
    this.#db = db;
    this.#event = event;
    this.meanings = config.embeddings && new VectorIndex({ db, endpoint: config.embeddings });
  }

  get engine(): SearchEngine {
    this.#engine ??= new SearchEngine({
      eventDate: this.#event.dates.start,
      tracks: this.#event.tracks.map((track) => track.id),
    });
    return this.#engine;
  }

  /** Returns the profiles of some applicants in their order, built away from this thread. */
  build(applicants: readonly Applicant[]): Promise<BuiltProfile[]> {
    this.#builder ??= new ProfileBuilder({
      thesaurus: this.engine.thesaurus,
      eventDate: this.#event.dates.start,
    });
    return this.#builder.build(applicants);
  }

  /** Ends the thread that builds profiles. */
  async close(): Promise<void> {
    await this.#builder?.close();
  }

  /** Takes in what was committed before now. Calls at once wait for each other; the first reads everybody. */
  refresh(): Promise<void> {
    const next = this.#last.catch(() => undefined).then(() => this.#catchUp());
    this.#last = next;
    return next;
  }

  async #catchUp(): Promise<void> {
    const until = await findOldestRunning(this.#db);
    const changed = await selectChangedSince(this.#db, this.#since);
    const news = changed.filter(({ id, changed }) => this.#seen.get(id) !== changed).map(({ id }) => id);
    for (let from = 0; from < news.length; from += batch) {
      const rows = await selectProfiles(this.#db, news.slice(from, from + batch));
      const built = await this.build(rows);
      for (const [at, { id, changed }] of rows.entries()) {
        this.engine.insert(built[at]!);
        this.#seen.set(id, changed);
      }
    }
    this.#since = until;
    if (this.#seen.size > (await countProfiles(this.#db))) await this.#forget();
  }

  async #forget(): Promise<void> {
    const kept = await selectProfileIds(this.#db);
    for (const id of [...this.#seen.keys()].filter((known) => !kept.has(known))) {
      this.engine.remove(id);
      this.meanings?.forget(id);
      this.#seen.delete(id);
    }
  }
}
