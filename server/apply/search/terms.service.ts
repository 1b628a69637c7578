import type * as contract from '../../../contract/apply/search.ts';
import type { SearchTermsPreview } from '../../../contract/apply/search.ts';
import type { Ranked, SearchEngine } from '../../../packages/search/engine.ts';
import { findOwnConcepts, loadThesaurus } from '../../../packages/search/thesaurus.ts';
import { toPseudonym } from '../../people-data/blind-review.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Services } from '../../platform/services.ts';
import { ApplicantIndex, getApplicantIndex } from './applicant-index.ts';
import { selectApplicants, selectQuestions } from './search.queries.ts';
import { getReader, rankApplicants } from './search.service.ts';

type Reader = Awaited<ReturnType<typeof getReader>>;

const first = 10;
const maxNames = 3;

/**
 * Returns what terms of the event's own would change for the last questions of organizers, and in how many applications
 * each is found. It builds an index of all applicants beside the one in use.
 */
export async function previewSearchTerms(
  services: Pick<Services, 'db' | 'event'>,
  { actor, body: { searchTerms } }: Call<typeof contract.previewSearchTerms>,
): Promise<SearchTermsPreview> {
  const { db, event } = services;
  const now = getApplicantIndex(services);
  const then = new ApplicantIndex({ db, event: { ...event, searchTerms } });
  try {
    await Promise.all([now.refresh(), then.refresh()]);
    const reader = await getReader(db, actor);
    const questions: SearchTermsPreview['questions'] = [];
    for (const text of await selectQuestions(db)) {
      const [before, after] = await Promise.all(
        [now, then].map(async (index) => findApplicants(services, await index.engine, text, reader)),
      );
      const shown = new Set(before!.slice(0, first).map(({ id }) => id));
      const added = after!.slice(0, first).filter(({ id }) => !shown.has(id));
      questions.push({
        text,
        before: before!.length,
        after: after!.length,
        added: await listNames(services, reader, added.slice(0, maxNames)),
      });
    }
    const shipped = loadThesaurus();
    const engine = await then.engine;
    const terms = searchTerms.map(({ term }) => {
      return {
        term,
        isKnown: findOwnConcepts(term, shipped).length > 0,
        applications: engine.countAsserting(findOwnConcepts(term, engine.thesaurus)),
      };
    });
    return { terms, questions };
  } finally {
    await then.close();
  }
}

async function findApplicants(
  { db }: Pick<Services, 'db'>,
  engine: SearchEngine,
  text: string,
  reader: Reader,
): Promise<Ranked[]> {
  const question = engine.parse(text, reader);
  const { ranked } = await rankApplicants({ db }, engine, question, { ...reader, filters: {} });
  return ranked.filter(({ fits }) => fits);
}

/** Returns the names in their order, as the search shows them to this organizer. */
async function listNames({ db }: Pick<Services, 'db'>, { isHidden }: Reader, ranked: Ranked[]) {
  if (ranked.length === 0) return [];
  const ids = ranked.map(({ id }) => id);
  const names = new Map((await selectApplicants(db, ids)).map(({ id, name }) => [id, name]));
  return ids.map((id) => (isHidden(id) ? toPseudonym(id) : (names.get(id) ?? toPseudonym(id))));
}
