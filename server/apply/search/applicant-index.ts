import type { QuestionType } from '../../../contract/apply/question-types.ts';
import type { Event } from '../../../contract/event/event.ts';
import type { OwnQuestion } from '../../../packages/search/answers.ts';
import type { SearchEngine } from '../../../packages/search/engine.ts';
import type { Applicant, ApplicantAnswer, BuiltProfile } from '../../../packages/search/profile.ts';
import type { StoredAnswer } from '../../people-data/applications-with-profiles.ts';
import type { Db } from '../../platform/db/open.ts';
import { getOldestTransaction } from '../../platform/db/transaction-ids.ts';
import type { Services } from '../../platform/services.ts';
import { formatAnswer } from '../questions/questions.service.ts';
import type { ProfileBuilder } from './profile-builder.ts';
import { countProfiles, selectChangedSince, selectProfileIds, selectProfiles } from './search.queries.ts';
import { shareRuns } from './share-runs.ts';

// Profiles that are inserted before other requests get a turn.
const batch = 25;
/** How long ago the index was last prepared when it is prepared again, in milliseconds. */
const preparedFor = 60_000;

/** Returns whether answers of a type are fields of the search. */
const isFieldType = (type: QuestionType): type is OwnQuestion['type'] =>
  ['choice', 'several', 'country', 'school', 'text'].includes(type);

/**
 * The search index over the applicants of the database. Each process that is searched has its own in memory and refreshes it
 * before each search with the rows that changed.
 */
export class ApplicantIndex {
  readonly #db: Db;
  readonly #event: Event;
  #engine: Promise<SearchEngine> | undefined;
  #builder: Promise<ProfileBuilder> | undefined;
  #seen = new Map<string, string>();
  #since = '0';
  #preparedAt = Number.NEGATIVE_INFINITY;

  constructor({ db, event }: { db: Db; event: Event }) {
    this.#db = db;
    this.#event = event;
  }

  /** The engine, whose words take memory from its first use on. */
  get engine(): Promise<SearchEngine> {
    this.#engine ??= this.#loadEngine().catch((error: unknown) => {
      // The next call tries again.
      this.#engine = undefined;
      throw error;
    });
    return this.#engine;
  }

  async #loadEngine(): Promise<SearchEngine> {
    const { SearchEngine } = await import('../../../packages/search/engine.ts');
    return new SearchEngine({
      eventDate: this.#event.dates.start,
      tracks: this.#event.tracks.map((track) => track.id),
      checkpoints: this.#event.checkpoints,
      questions: this.#event.questions.flatMap(({ type, ...question }) =>
        isFieldType(type) ? [{ ...question, type }] : [],
      ),
      terms: this.#event.searchTerms,
    });
  }

  async #loadBuilder(): Promise<ProfileBuilder> {
    const { createProfileBuilder } = await import('./profile-builder.ts');
    const { thesaurus } = await this.engine;
    return createProfileBuilder({
      thesaurus,
      eventDate: this.#event.dates.start,
      terms: this.#event.searchTerms,
    });
  }

  /** Builds the profiles of some applications in a child process, in their order. */
  async build(
    rows: readonly (Omit<Applicant, 'answers'> & { answers: StoredAnswer[] })[],
  ): Promise<BuiltProfile[]> {
    const applicants = rows.map((row) => ({ ...row, answers: this.#toAnswers(row.answers) }));
    this.#builder ??= this.#loadBuilder().catch((error: unknown) => {
      this.#builder = undefined;
      throw error;
    });
    return (await this.#builder).build(applicants);
  }

  #toAnswers(answers: readonly StoredAnswer[]): ApplicantAnswer[] {
    const sensitive = new Set(this.#event.questions.filter((one) => one.sensitive).map(({ id }) => id));
    const texts = answers.filter(({ type }) => type !== 'file');
    return texts.map(({ id, label, type, value, sensitive: wasSensitive }) => ({
      label,
      value: formatAnswer({ type, value }, this.#event.locale),
      sensitive: wasSensitive || sensitive.has(id),
      ...(isFieldType(type) && {
        field: {
          question: id,
          values: Array.isArray(value) ? value : [formatAnswer({ type, value }, this.#event.locale)],
        },
      }),
    }));
  }

  /** Refreshes the index for whoever may search next, at most once a minute. Failures go to `onError`. */
  prepare(onError: (error: unknown) => void): void {
    if (performance.now() - this.#preparedAt < preparedFor) return;
    this.#preparedAt = performance.now();
    void this.refresh().catch(onError);
  }

  /** Ends the child process. */
  async close(): Promise<void> {
    (await this.#builder)?.close();
  }

  /** Updates the index with everything committed before the call. */
  readonly refresh = shareRuns(() => this.#catchUp());

  async #catchUp(): Promise<void> {
    const engine = await this.engine;
    const until = await getOldestTransaction(this.#db);
    const changed = await selectChangedSince(this.#db, this.#since);
    const ids = changed.filter(({ id, changed }) => this.#seen.get(id) !== changed).map(({ id }) => id);
    const select = (from: number) => selectProfiles(this.#db, ids.slice(from, from + batch));
    let next = ids.length > 0 ? select(0) : undefined;
    for (let from = 0; next; from += batch) {
      const rows = await next;
      // The database works while the child builds.
      next = from + batch < ids.length ? select(from + batch) : undefined;
      next?.catch(() => undefined);
      const built = await this.build(rows);
      for (const [at, { id, changed }] of rows.entries()) {
        engine.insert(built[at]!);
        this.#seen.set(id, changed);
      }
    }
    this.#since = until;
    if (this.#seen.size > (await countProfiles(this.#db))) await this.#removeDeleted(engine);
  }

  async #removeDeleted(engine: SearchEngine): Promise<void> {
    const existing = await selectProfileIds(this.#db);
    for (const id of [...this.#seen.keys()].filter((id) => !existing.has(id))) {
      engine.remove(id);
      this.#seen.delete(id);
    }
  }
}

const indexes = new WeakMap<object, { index: ApplicantIndex; about: string }>();

/**
 * Returns the search index of a running program, by its services; it is created at its first use, and again when the tracks,
 * the checkpoints, the dates, the questions or the search's own terms have changed.
 */
export function getApplicantIndex(services: Pick<Services, 'db' | 'event'>): ApplicantIndex {
  const { dates, tracks, checkpoints, searchTerms, questions, locale } = services.event;
  const about = JSON.stringify([
    dates.start,
    tracks.map(({ id }) => id),
    checkpoints,
    searchTerms,
    questions,
    locale,
  ]);
  const known = indexes.get(services);
  if (known?.about === about) return known.index;
  void known?.index.close();
  const index = new ApplicantIndex(services);
  indexes.set(services, { index, about });
  return index;
}
