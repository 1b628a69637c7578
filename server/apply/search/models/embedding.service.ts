import { formatNumber } from '../../../../contract/platform/format.ts';
import { fill, texts } from '../../../../contract/texts.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { PayloadOf } from '../../../platform/jobs/define-job.ts';
import type { Services } from '../../../platform/services.ts';
import { embedProfilesJob } from '../../apply.jobs.ts';
import { getApplicantIndex } from '../applicant-index.ts';
import { getEmbeddingModel } from './embedding-model.ts';
import { hashPassages, listEmbeddable } from './passages.ts';
import * as queries from './vectors.queries.ts';
import { packVectors } from './vectors.ts';

const batch = 25;
// In milliseconds; a job must end before the queue hands it to another worker.
const jobTimeout = 80_000;

/**
 * The job that computes missing vectors of one person's application, or of all. Idempotent: texts that have vectors are
 * not sent again. Throws ModelUnavailable, and the job runs again.
 */
export async function embedProfiles(
  services: Pick<Services, 'db' | 'event' | 'config'>,
  { userId }: PayloadOf<typeof embedProfilesJob>,
): Promise<void> {
  const { db } = services;
  const embedding = getEmbeddingModel(services);
  if (!embedding) return;
  const model = embedding.name;
  const signal = AbortSignal.timeout(jobTimeout);
  const began = performance.now();
  for (;;) {
    const waiting = await queries.selectProfilesWithoutVectors(db, { model, most: batch, userId });
    if (waiting.length === 0) return;
    if (performance.now() - began > jobTimeout / 2)
      return addJob(db, embedProfilesJob, { userId }, { queue: embedProfilesJob.name });
    const built = await getApplicantIndex(services).build(waiting);
    for (const [at, row] of waiting.entries()) {
      const embeddable = listEmbeddable(built[at]!.profile, embedding);
      const passages = hashPassages(embeddable);
      if (row.model === model && row.passages?.equals(passages)) {
        await queries.confirmVectors(db, row.id, row.changed);
        continue;
      }
      const vectors = await embedding.embed(
        embeddable.map(({ text }) => text),
        'index',
        signal,
      );
      await queries.upsertVectors(db, {
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

/** Returns a notice of how many applications can be compared by meaning while the job has not made the vectors of all. */
export async function describeProgress(
  services: Pick<Services, 'db' | 'config'>,
): Promise<string | undefined> {
  const model = getEmbeddingModel(services)?.name;
  if (!model) return undefined;
  const { done, all } = await queries.countVectors(services.db, model);
  if (done === all) return undefined;
  return fill(texts.search.comparing, { done: formatNumber(done), all: formatNumber(all) });
}
