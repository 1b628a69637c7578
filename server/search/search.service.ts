import { limits } from '../../contract/limits.ts';
import type { SearchAnswer, SearchFilters, SearchResult, SearchType } from '../../contract/search.ts';
import { fill, texts } from '../../contract/texts.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { evidenceOf } from './evidence.ts';
import { majorsOfField } from './majors.ts';
import type { Profile } from './profile.ts';
import { readPeople } from './search.queries.ts';
import { suggestedType, tokensOf } from './search-type.ts';

/** The search that suits a query, and how many tokens it has. Throws search_empty. */
export async function determineSearchType(
  { search }: Pick<Services, 'search'>,
  query: string,
): Promise<{ searchType: SearchType; tokenCount: number }> {
  requireQuery(query);
  const tokenCount = await tokensOf(query);
  return { searchType: suggestedType(query, tokenCount, search.engine.parse(query)), tokenCount };
}

/** The applicants that a query finds among those that pass the filters, best first; with `rag` also why. Throws search_empty. */
export async function searchApplicants(
  services: Pick<Services, 'db' | 'search'>,
  { query: asked, filters }: { query: string; filters: SearchFilters },
  mode: SearchType,
): Promise<SearchAnswer> {
  requireQuery(asked);
  const { engine } = services.search;
  await services.search.refresh();
  const { query, ranked } = engine.search(asked, filterOf(filters));
  const best = ranked.slice(0, limits.search.maxResults);
  const people = new Map(
    best.length > 0
      ? (
          await readPeople(
            services.db,
            best.map(({ id }) => id),
          )
        ).map((person) => [person.id, person])
      : [],
  );
  const results = best.flatMap(({ id, score }): SearchResult[] => {
    const [person, profile] = [people.get(id), engine.profile(id)];
    if (!person || !profile) return [];
    return [
      {
        user_id: person.userId,
        name: person.name,
        email: person.email,
        major: person.major,
        track: person.track,
        text: profile.text.slice(0, limits.search.maxText),
        tags: profile.tags,
        socials: profile.socials,
        contact_number: profile.contactNumber ?? null,
        match_score: Math.round(score * 1000) / 1000,
        application: {
          _id: id,
          status: person.status,
          resumeUrl: person.resumeId && `/api/files/${person.resumeId}`,
        },
        resumeText: person.resume,
        suspicious: profile.suspicious,
        ...(mode === 'rag' && { evidence: evidenceOf(query, profile, engine.thesaurus) }),
      },
    ];
  });
  const notices = query.corrections.map((correction) => fill(texts.search.corrected, { ...correction }));
  if (results.length === 0) notices.push(texts.search.nothing);
  else if (mode === 'rag') notices.push(texts.search.evidence);
  return { results, ...(notices.length > 0 && { notice: notices.join(' ') }) };
}

function requireQuery(query: string): void {
  if (!query.trim()) fail('search_empty');
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Filters are hard. A major is met by any of its names ("EE") or by its words; a track by a part of its name. */
function filterOf({ major, track, status }: SearchFilters): (profile: Profile) => boolean {
  const asked = major ? majorsOfField(major) : [];
  const words = major
    ? new RegExp(`(?<![\\p{L}\\p{N}])${escaped(major)}(?![\\p{L}\\p{N}])`, 'iu')
    : undefined;
  const part = track?.toLowerCase();
  return (profile) =>
    (!status || profile.status === status) &&
    (!part || profile.track.toLowerCase().includes(part)) &&
    (!words || profile.majors.some((own) => asked.includes(own)) || words.test(profile.major));
}
