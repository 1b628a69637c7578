import type { ParsedQuery } from '../../../../packages/search/query.ts';
import type { Ranked } from '../../../../packages/search/rank.ts';
import type { Services } from '../../../platform/services.ts';
import { getApplicantIndex } from '../applicant-index.ts';
import { ModelUnavailable } from './endpoint.ts';
import { type RerankVerdict, rerank } from './rerank.ts';

/** Verdicts by applicant id, then by the position of the facet. */
export type RerankVerdicts = Map<string, Map<number, RerankVerdict>>;

const maxCandidates = 20;
const atOnce = 10;
const idBytes = 4;

/**
 * Has a language model judge the best applicants, at most 20, within its time limit. Candidates without a usable answer
 * are missing; returns undefined when more than half fail or the time is over.
 */
export async function rerankBest(
  services: Pick<Services, 'db' | 'event' | 'config' | 'random' | 'log'>,
  {
    asked,
    query,
    ranked,
    names,
  }: { asked: string; query: ParsedQuery; ranked: readonly Ranked[]; names: ReadonlyMap<string, string> },
): Promise<RerankVerdicts | undefined> {
  const { config, random, log } = services;
  const { llm } = config;
  if (!llm || query.facets.length === 0) return new Map();
  const engine = await getApplicantIndex(services).engine;
  const signal = AbortSignal.timeout(llm.timeout);
  const waiting = ranked.slice(0, maxCandidates).map(({ id }) => id);
  const total = waiting.length;
  const verdicts: RerankVerdicts = new Map();
  const failures: string[] = [];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const profile = engine.profile(id);
      if (!profile) continue;
      const candidate = { id: `c${random(idBytes).toString('hex')}`, name: names.get(id) ?? '', profile };
      try {
        verdicts.set(id, await rerank(llm, { query, asked, thesaurus: engine.thesaurus }, candidate, signal));
      } catch (error) {
        if (!(error instanceof ModelUnavailable)) throw error;
        failures.push(error.message);
        // After three failures and no success the model counts as unavailable.
        if (failures.length >= 3 && verdicts.size === 0) waiting.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failures.length > 0)
    log.warn({ failed: failures.length, of: total, why: failures[0] }, 'the language model is unavailable');
  return signal.aborted || failures.length * 2 > total ? undefined : verdicts;
}
