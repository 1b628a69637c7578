import { setImmediate } from 'node:timers/promises';
import type { Meaning, Nearest } from '../../../../packages/search/engine.ts';
import type { Profile } from '../../../../packages/search/profile.ts';
import type { Question } from '../../../../packages/search/question.ts';
import type { Services } from '../../../platform/services.ts';
import { getApplicantIndex } from '../applicant-index.ts';
import { type EmbeddingModel, getEmbeddingModel } from './embedding-model.ts';
import { ModelUnavailable } from './endpoint.ts';
import { hashPassages, listEmbeddable, removePersonalData } from './passages.ts';
import { loadVectors } from './vector-cache.ts';
import { countDifferentSigns, findNearest, packVectors, toSigns } from './vectors.ts';

const longest = 500;
// Applications that are compared before other requests get a turn: about 3 ms, by their signs a tenth of that.
const [batch, signsBatch] = [300, 3000];
/** Parts of a question that are compared by themselves; of a long one the whole tells more. */
const maxParts = 4;
/** How many applicants, those nearest to the whole question, are compared with its parts. */
const maxCandidates = 300;
/** With more applicants, only this many are compared: those with the vectors whose signs differ least from the question's. */
const maxCompared = 2000;
/** The question itself says that it is about what people do not do, or do not do yet. */
const denying = /\b(?:no|not|never|without|cannot|\w+n't)\b/i;

// Lines that have nothing in common: what their cosines are on average is no nearness at all, in any model.
const unrelated = [
  'Made coffee and closed the shop in the evening.',
  'Wrote a mobile app for a small business.',
  'Studied cells under a microscope.',
  'Soldered a circuit for a sensor.',
  'Trained for a half marathon.',
  'Translated letters for my family.',
];

interface Stored {
  id: string;
  passages: Buffer;
  vectors: Buffer;
  /** Those of the vectors, once they have been compared. */
  signs?: Uint32Array;
}

/**
 * Returns how near applicants come in meaning to a question and its parts. Returns nothing without an embeddings model, and
 * undefined when it is unavailable.
 */
export async function findMeaning(
  services: Pick<Services, 'db' | 'event' | 'config' | 'log'>,
  asked: string,
  question: Question,
): Promise<Meaning | undefined> {
  const model = getEmbeddingModel(services);
  if (!model) return { whole: new Map(), parts: [] };
  const engine = await getApplicantIndex(services).engine;
  try {
    const signal = AbortSignal.timeout(model.timeout);
    const embed = (texts: readonly string[]) => model.embed(texts, 'search', signal);
    const vectors = await embedQuestion(asked, question, embed);
    const stored = await loadVectors(services, { model: model.name, dimension: vectors.dimension });
    return await compare(vectors, stored, (id) => engine.profile(id), model);
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    services.log.warn({ why: error.message }, 'the embeddings model is unavailable');
    return undefined;
  }
}

type QuestionVectors = Awaited<ReturnType<typeof embedQuestion>>;
type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

/** Returns the vectors of a question and its parts, and how near unrelated texts are. */
export async function embedQuestion(written: string, { parts, not, corrections }: Question, embed: Embed) {
  const asked = corrections.reduce((text, { from, to }) => text.replace(from, to), written);
  const told = parts.slice(0, maxParts).map(({ text }) => text);
  const texts = [asked, ...(parts.length === 1 && not.length === 0 ? [] : told)];
  const safe = texts.map((text) => removePersonalData(text.slice(0, longest), ''));
  const [wanted, lines] = [await embed(safe), await embed(unrelated)];
  const cosines = lines.flatMap((one, at) => lines.slice(at + 1).map((other) => multiply(one, other)));
  const base = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const isDenying = not.length > 0 || parts.some(({ wish }) => wish) || denying.test(asked);
  return { wanted, base, isDenying, dimension: wanted[0]!.length };
}

const multiply = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);

/** Compares a question with the stored vectors of applicants: the whole with all of them, its parts with those who are nearest. */
export async function compare(
  { wanted, base, isDenying }: QuestionVectors,
  stored: readonly Stored[],
  findProfile: (id: string) => Profile | undefined,
  model: Pick<EmbeddingModel, 'isRemote'>,
): Promise<Meaning> {
  const [question, ...parts] = wanted as [Float32Array, ...Float32Array[]];
  const candidates = await chooseCandidates(stored, question);
  const whole = new Map<string, Nearest>();
  // Without parts, a question that denies something is compared as a whole.
  const asked = parts.length > 0 ? parts : isDenying ? [question] : [];
  const byPart = asked.map(() => new Map<string, Nearest>());
  for (const [at, row] of candidates.entries()) {
    if (at % batch === batch - 1) await setImmediate();
    const profile = findProfile(row.id);
    if (!profile) continue;
    const { hash, positions, isTold } = describeEmbedded(profile, model);
    // Until the job has run again, the vectors are those of a text that was changed.
    if (!hash.equals(row.passages)) continue;
    for (const [nearest, to, tellsAll] of [
      [whole, question, isDenying] as const,
      ...byPart.map((part, index) => [part, asked[index]!, false] as const),
    ]) {
      const { cosine, at } = findNearest(row.vectors, to, (at) => tellsAll || isTold[at]!);
      const nearness = (cosine - base) / (1 - base);
      if (nearness > 0) nearest.set(row.id, { nearness, passage: positions[at]! });
    }
  }
  return { whole, parts: asked.length > 0 ? byPart : [whole] };
}

/** Returns the applicants with the vectors that are nearest to a question. Of many, only vectors with few other signs are compared. */
async function chooseCandidates(
  stored: readonly Stored[],
  question: Float32Array,
): Promise<readonly Stored[]> {
  if (stored.length <= maxCandidates) return stored;
  const asked = toSigns(packVectors([question]), question.length);
  const signs = await joinSigns(stored, question.length);
  const least = new Uint16Array(stored.length).fill(question.length);
  const counts = new Uint32Array(question.length + 1);
  for (let [at, start] = [0, 0]; at < stored.length; at++) {
    if (at % signsBatch === signsBatch - 1) await setImmediate();
    for (; start < signs.ends[at]!; start += asked.length)
      least[at] = Math.min(least[at]!, countDifferentSigns(signs.all, asked, start));
    counts[least[at]!]! += 1;
  }
  let [most, chosen] = [0, counts[0]!];
  while (chosen < Math.min(maxCompared, stored.length)) chosen += counts[++most]!;
  const found: { row: Stored; cosine: number }[] = [];
  for (const [at, row] of stored.entries()) {
    if (least[at]! > most) continue;
    const first = signs.ends[at - 1] ?? 0;
    const isAlike = (vector: number) =>
      countDifferentSigns(signs.all, asked, first + vector * asked.length) <= most;
    found.push({ row, cosine: findNearest(row.vectors, question, isAlike).cosine });
  }
  const nearest = found.sort((a, b) => b.cosine - a.cosine).slice(0, maxCandidates);
  return nearest.map(({ row }) => row);
}

const joined = new WeakMap<readonly Stored[], { all: Uint32Array; ends: Uint32Array }>();

/** Returns the signs of all applications in one place, where reading them takes half as long, and where each one's end. */
async function joinSigns(stored: readonly Stored[], dimension: number) {
  const known = joined.get(stored);
  if (known) return known;
  const ends = new Uint32Array(stored.length);
  for (const [at, row] of stored.entries()) {
    if (at % batch === batch - 1) await setImmediate();
    row.signs ??= toSigns(row.vectors, dimension);
    ends[at] = (ends[at - 1] ?? 0) + row.signs.length;
  }
  const signs = { all: new Uint32Array(ends.at(-1) ?? 0), ends };
  for (const [at, row] of stored.entries()) signs.all.set(row.signs!, ends[at - 1]);
  joined.set(stored, signs);
  return signs;
}

// Removing personal data from the texts takes longer than comparing their vectors.
const described = new WeakMap<Profile, ReturnType<typeof describePassages>>();

function describeEmbedded(profile: Profile, model: Pick<EmbeddingModel, 'isRemote'>) {
  const found = described.get(profile) ?? describePassages(profile, model);
  described.set(profile, found);
  return found;
}

/** Returns, for each vector of an application, the position of its passage and whether that is asserted. */
function describePassages(profile: Profile, model: Pick<EmbeddingModel, 'isRemote'>) {
  const embedded = listEmbeddable(profile, model);
  return {
    hash: hashPassages(embedded),
    positions: embedded.map(({ passage }) => profile.passages.indexOf(passage)),
    isTold: embedded.map(({ passage }) => passage.stance === 'asserted'),
  };
}
