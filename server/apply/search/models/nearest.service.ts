import { setImmediate } from 'node:timers/promises';
import type { Nearest } from '../../../../packages/search/engine.ts';
import type { Services } from '../../../platform/services.ts';
import { getApplicantIndex } from '../applicant-index.ts';
import { hashPassages, listEmbeddable } from './embedding.service.ts';
import { type EmbeddingModel, getEmbeddingModel } from './embedding-model.ts';
import { ModelUnavailable } from './endpoint.ts';
import { removePersonalData } from './passages.ts';
import { loadVectors } from './vector-cache.ts';
import { findNearest } from './vectors.ts';

const longest = 500;
// Applications that are compared before other requests get a turn: about 3 ms.
const batch = 300;
/** How many applicants may be found by meaning alone. */
const maxNear = 200;
// A cosine counts by how many standard deviations it lies above those of the everyday lines: from 3, and up to 5.
const least = 3;
const most = 5;
const leastSpread = 0.01;

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

/**
 * Returns for each applicant the passage that comes closest in meaning to a query. Returns nothing without an embeddings
 * model, and undefined when it is unavailable.
 */
export async function listNearest(
  services: Pick<Services, 'db' | 'event' | 'config' | 'log'>,
  asked: string,
): Promise<Map<string, Nearest> | undefined> {
  const model = getEmbeddingModel(services);
  const nearest = new Map<string, Nearest>();
  if (!model) return nearest;
  const engine = await getApplicantIndex(services).engine;
  try {
    const signal = AbortSignal.timeout(model.timeout);
    const asking = removePersonalData(asked.slice(0, longest), '');
    const lines = await embedBackground(model, signal);
    const [wanted] = (await model.embed([asking], 'search', signal)) as [Float32Array];
    const rate = calibrate(wanted, lines);
    const near: { id: string; passages: Buffer; nearness: number; at: number }[] = [];
    const stored = await loadVectors(services, { model: model.name, dimension: wanted.length });
    for (const [row, { id, passages, vectors }] of stored.entries()) {
      if (row % batch === batch - 1) await setImmediate();
      const { cosine, at } = findNearest(vectors, wanted);
      const nearness = rate(cosine);
      if (nearness > 0) near.push({ id, passages, nearness, at });
    }
    near.sort((a, b) => b.nearness - a.nearness);
    for (const { id, passages, nearness, at } of near.slice(0, maxNear)) {
      const profile = engine.profile(id);
      const embedded = profile ? listEmbeddable(profile, model) : [];
      // Until the job has run again, the vectors are those of a text that was changed.
      if (profile && hashPassages(embedded).equals(passages))
        nearest.set(id, { nearness, passage: profile.passages.indexOf(embedded[at]!.passage) });
    }
    return nearest;
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    services.log.warn({ why: error.message }, 'the embeddings model is unavailable');
    return undefined;
  }
}

const backgrounds = new Map<string, Float32Array[]>();

/** Returns the vectors of the everyday lines, which are made once. */
async function embedBackground(model: EmbeddingModel, signal: AbortSignal): Promise<Float32Array[]> {
  const lines = backgrounds.get(model.name) ?? (await model.embed(background, 'search', signal));
  backgrounds.set(model.name, lines);
  return lines;
}

/** Turns a cosine into a number from 0 to 1, by how far it lies above those of everyday lines. */
function calibrate(wanted: Float32Array, lines: readonly Float32Array[]): (cosine: number) => number {
  const cosines = lines.map((line) => line.reduce((sum, value, at) => sum + value * wanted[at]!, 0));
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length;
  const spread = Math.max(leastSpread, Math.sqrt(variance));
  return (cosine) => {
    const share = ((cosine - mean) / spread - least) / (most - least);
    return Math.max(0, Math.min(1, share));
  };
}
