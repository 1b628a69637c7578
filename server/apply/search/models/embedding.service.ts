import { createHash } from 'node:crypto';
import type { Profile } from '../../../../packages/search/profile.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Services } from '../../../platform/services.ts';
import { getApplicantIndex } from '../applicant-index.ts';
import { type Passage, splitPassages } from './passages.ts';
import { confirmVectors, selectProfilesWithoutVectors, upsertVectors } from './vectors.queries.ts';
import { embed, packVectors } from './vectors.ts';

const maxPassages = 40;
const batch = 25;
// In milliseconds; a job must end before the queue hands it to another worker.
const jobTimeout = 80_000;

/**
 * The job that computes missing vectors of one person's application, or of all. Idempotent: texts that have vectors are
 * not sent again. Throws ModelUnavailable, and the job runs again.
 */
export async function embedProfiles(
  services: Pick<Services, 'db' | 'event' | 'config'>,
  payload: Record<string, unknown>,
): Promise<void> {
  const { db, config } = services;
  const endpoint = config.embeddings;
  if (!endpoint) return;
  const { model } = endpoint;
  const signal = AbortSignal.timeout(jobTimeout);
  const userId = payload.userId === undefined ? undefined : String(payload.userId);
  const began = performance.now();
  for (;;) {
    const waiting = await selectProfilesWithoutVectors(db, { model, most: batch, userId });
    if (waiting.length === 0) return;
    if (performance.now() - began > jobTimeout / 2) return addJob(db, 'embed-profiles', payload);
    const built = await getApplicantIndex(services).build(waiting);
    for (const [at, row] of waiting.entries()) {
      const texts = listEmbeddable(built[at]!.profile, row.name).map(({ text }) => text);
      const passages = createHash('sha256').update(JSON.stringify(texts)).digest();
      if (row.model === model && row.passages?.equals(passages)) {
        await confirmVectors(db, row.id, row.changed);
        continue;
      }
      const vectors = await embed(endpoint, texts, signal);
      await upsertVectors(db, {
        id: row.id,
        model,
        passages,
        seen: row.changed,
        dimension: vectors[0]?.length ?? 0,
        vectors: packVectors(vectors),
      });
    }
  }
}

/** Returns the passages of an application that get a vector: the asserted ones, at most 40. */
export function listEmbeddable(profile: Profile, name: string): Passage[] {
  return splitPassages(profile, name)
    .filter(({ clause }) => clause.stance === 'asserted')
    .slice(0, maxPassages);
}
