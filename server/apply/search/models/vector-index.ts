import { setImmediate as breathe } from 'node:timers/promises';
import type { Db } from '../../../platform/db/open.ts';
import { findOldestTransaction } from '../../../platform/db/transaction-ids.ts';
import { embed } from './embedder.ts';
import { type ModelEndpoint, ModelUnavailable } from './endpoint.ts';
import { findNearest, unpackVectors, type Vectors } from './packed-vectors.ts';
import { selectVectors, selectVectorsSince } from './vectors.queries.ts';

/** How near an applicant comes to one of the texts that were asked for: 0 to 1, and by which of their passages. */
interface SimilarityScores {
  value: number;
  passage: number;
}

const batch = 500;
const maxTexts = 8;
const maxKnown = 500;
const stretch = 400;

// Everyday lines of many fields: how near a text comes to them says what a cosine of this model is worth.
const background = [
  'Made coffee and closed the shop in the evening.',
  'Wrote a mobile app for a small business.',
  'Helped professors prepare exams.',
  'Analysed survey results for a class.',
  'Soldered a circuit for a sensor.',
  'Painted murals at the community center.',
  'Planned a trip for the whole club.',
  'Sold tickets at the stadium.',
  'Studied cells under a microscope.',
  'Trained for a half marathon.',
  'Answered phones at the front desk.',
  'Read novels about the sea.',
  'Designed a poster for a concert.',
  'Balanced the books of a student group.',
  'Repaired bicycles for neighbours.',
  'Translated letters for my family.',
];

/** What the applications mean to an embeddings model: the stored vectors, in memory, and the questions compared with them. */
export class VectorIndex {
  readonly #db: Db;
  readonly #endpoint: ModelEndpoint;
  #vectors = new Map<string, Vectors>();
  #seen = new Map<string, string>();
  #since = '0';
  #last: Promise<unknown> = Promise.resolve();
  /** Texts that were embedded before, the newest last. */
  #known = new Map<string, Float32Array>();

  constructor({ db, endpoint }: { db: Db; endpoint: ModelEndpoint }) {
    this.#db = db;
    this.#endpoint = endpoint;
  }

  /**
   * How near each applicant comes to each of the texts (the first 8 of them), by id; who has no vectors is missing.
   * Throws ModelUnavailable when the model takes too long, fails, or answers in another dimension than it did.
   */
  async compare(texts: readonly string[]): Promise<Map<string, SimilarityScores[]>> {
    const signal = AbortSignal.timeout(this.#endpoint.timeout);
    const asked = texts.slice(0, maxTexts);
    const vectors = await this.#embedded([...asked, ...background], signal);
    await this.#refresh();
    const wanted = vectors.slice(0, asked.length);
    const calibrate = wanted.map((vector) => calibrated(vector, vectors.slice(asked.length)));
    const found = new Map<string, SimilarityScores[]>();
    let others = 0;
    let count = 0;
    for (const [id, own] of this.#vectors) {
      if (own.dimension === 0) continue;
      if (own.dimension !== wanted[0]?.length) {
        others++;
        continue;
      }
      found.set(
        id,
        wanted.map((vector, at) => {
          const { cosine, at: passage } = findNearest(own, vector);
          return { value: calibrate[at]!(cosine), passage };
        }),
      );
      if (++count % stretch === 0) await breathe();
    }
    if (others > 0 && found.size === 0)
      throw new ModelUnavailable('its vectors have another dimension than before');
    return found;
  }

  async #embedded(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const unknown = [...new Set(texts)].filter((text) => !this.#known.has(text));
    const vectors = unknown.length > 0 ? await embed(this.#endpoint, unknown, signal) : [];
    const dimension = vectors[0]?.length;
    for (const [at, text] of unknown.entries()) this.#known.set(text, vectors[at]!);
    const all = texts.map((text) => this.#known.get(text)!);
    if (dimension !== undefined && all.some((vector) => vector.length !== dimension)) {
      this.#known.clear();
      throw new ModelUnavailable('its vectors have another dimension than before');
    }
    for (const text of this.#known.keys()) {
      if (this.#known.size <= maxKnown) break;
      if (!background.includes(text)) this.#known.delete(text);
    }
    return all;
  }

  #refresh(): Promise<void> {
    const next = this.#last.catch(() => undefined).then(() => this.#catchUp());
    this.#last = next;
    return next;
  }

  async #catchUp(): Promise<void> {
    const { model } = this.#endpoint;
    const until = await findOldestTransaction(this.#db);
    const changed = await selectVectorsSince(this.#db, model, this.#since);
    const ids = changed.filter(({ id, changed }) => this.#seen.get(id) !== changed).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += batch)
      for (const row of await selectVectors(this.#db, model, ids.slice(from, from + batch))) {
        this.#vectors.set(row.id, unpackVectors(row.vectors, row.dimension));
        this.#seen.set(row.id, row.changed);
      }
    this.#since = until;
  }

  delete(id: string): void {
    this.#vectors.delete(id);
    this.#seen.delete(id);
  }
}

const clearlyAbove = 2;
const range = 3;
const leastSpread = 0.01;

/** Turns a cosine into 0 to 1: by how many standard deviations it lies above those of everyday lines; 2 count as nothing. */
function calibrated(vector: Float32Array, lines: readonly Float32Array[]): (cosine: number) => number {
  const cosines = lines.map((line) => line.reduce((sum, value, at) => sum + value * vector[at]!, 0));
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length;
  const spread = Math.max(leastSpread, Math.sqrt(variance));
  return (cosine) => Math.max(0, Math.min(1, ((cosine - mean) / spread - clearlyAbove) / range));
}
