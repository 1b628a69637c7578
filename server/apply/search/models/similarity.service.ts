import type { FindOptions } from '../../../../packages/search/engine.ts';
import type { ParsedQuery } from '../../../../packages/search/query.ts';
import type { Services } from '../../../platform/services.ts';
import { getApplicantIndex } from '../applicant-index.ts';
import { ModelUnavailable } from './endpoint.ts';
import { removePersonalData } from './passages.ts';

const longest = 500;
const maxFacets = 7;

interface QuerySimilarity {
  near: NonNullable<FindOptions['near']>;
  /** Returns the passage of an applicant that is most similar to a facet, if any is similar enough. */
  passage: (id: string, facet: number) => number | undefined;
}

const nearEnough = 0.3;

/** Computes the similarity to each facet and to the whole query. Returns undefined when the embeddings model is unavailable. */
export async function computeSimilarity(
  services: Pick<Services, 'db' | 'event' | 'config' | 'log'>,
  query: ParsedQuery,
  asked: string,
): Promise<QuerySimilarity | undefined> {
  const { meanings } = getApplicantIndex(services);
  if (!meanings) return { near: () => undefined, passage: () => undefined };
  const labels = query.facets.slice(0, maxFacets).map(({ label }) => removePersonalData(label, ''));
  // Excluded words would distort the vector of the whole query.
  const whole = labels.length > 0 ? labels.join(', ') : removePersonalData(asked.slice(0, longest), '');
  try {
    const found = await meanings.compare([...labels, whole]);
    return {
      near: (id) => {
        const values = found.get(id)?.map(({ value }) => value);
        return values && { facets: values.slice(0, labels.length), whole: values.at(-1) ?? 0 };
      },
      passage: (id, facet) => {
        const nearest = facet < labels.length ? found.get(id)?.[facet] : undefined;
        return nearest && nearest.value >= nearEnough ? nearest.passage : undefined;
      },
    };
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    services.log.warn({ why: error.message }, 'the embeddings model is unavailable');
    return undefined;
  }
}
