import { createHash } from 'node:crypto';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Services } from '../../../platform/services.ts';
import { getApplicantIndex } from '../applicant-index.ts';
import { embed } from './embedder.ts';
import { packVectors } from './packed-vectors.ts';
import { type Passage, splitPassages } from './passages.ts';
import { confirmVectors, selectProfilesWithoutVectors, upsertVectors } from './vectors.queries.ts';

type Needs = Pick<Services, 'db' | 'event' | 'config'>;

const maxPassages = 40;
const batch = 25;
// In milliseconds; a job must end before the queue hands it to another worker.
const jobTimeout = 80_000;

/**
 * The job that computes missing vectors of one person's application, or of all. Idempotent: texts that have vectors are
 * not sent again. Throws ModelUnavailable, and the job runs again.
 */
export async function embedProfiles(services: Needs, payload: Record<string, unknown>): Promise<void> {
  const { db, config } = services;
  const endpoint = config.embeddings;
  if (!endpoint) return;
  const signal = AbortSignal.timeout(jobTimeout);
  const userId = payload.userId === undefined ? undefined : String(payload.userId);
  const [probe] = await embed(endpoint, ['a student'], signal);
  const dimension = probe!.length;
  const began = performance.now();
  for (;;) {
    const waiting = await selectProfilesWithoutVectors(db, {
      model: endpoint.model,
      dimension,
      most: batch,
      ...(userId !== undefined && { userId }),
    });
    if (waiting.length === 0) return;
    if (performance.now() - began > jobTimeout / 2) return addJob(db, 'embed-profiles', payload);
    await embedSome(services, waiting, dimension, signal);
  }
}

type Waiting = Awaited<ReturnType<typeof selectProfilesWithoutVectors>>[number];

async function embedSome(
  services: Needs,
  waiting: Waiting[],
  dimension: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, config } = services;
  const endpoint = config.embeddings!;
  const fresh: { row: Waiting; texts: string[]; hash: Buffer }[] = [];
  const built = await getApplicantIndex(services).build(waiting);
  for (const [at, row] of waiting.entries()) {
    const texts = listEmbeddableTexts(splitPassages(built[at]!.profile, row.name, Infinity)).map(
      ({ text }) => text,
    );
    const hash = createHash('sha256').update(JSON.stringify(texts)).digest();
    const same = row.model === endpoint.model && row.passages?.equals(hash) === true;
    if (same && (row.dimension === dimension || row.dimension === 0))
      await confirmVectors(db, row.id, row.changed);
    else fresh.push({ row, texts, hash });
  }
  const vectors = await embed(
    endpoint,
    fresh.flatMap(({ texts }) => texts),
    signal,
  );
  let from = 0;
  for (const { row, texts, hash } of fresh) {
    const own = vectors.slice(from, from + texts.length);
    from += texts.length;
    await upsertVectors(db, {
      id: row.id,
      model: endpoint.model,
      dimension: own[0]?.length ?? 0,
      passages: hash,
      vectors: packVectors(own),
      seen: row.changed,
    });
  }
}

/** Returns the passages that get a vector: the asserted ones, at most 40. */
export function listEmbeddableTexts(passages: readonly Passage[]): Passage[] {
  return passages.filter(({ clause }) => clause.stance === 'asserted').slice(0, maxPassages);
}
