import type { Profile } from '../../../../packages/search/profile.ts';
import type { ParsedQuery } from '../../../../packages/search/query.ts';
import { type Ranked, scoreProfile } from '../../../../packages/search/rank.ts';
import type { Thesaurus } from '../../../../packages/search/thesaurus.ts';
import type { RerankVerdict } from './rerank.ts';

/** A model's verdicts move nobody further than this. */
const mostMoved = 0.25;
const met = 0.9;
const half = 0.5;
const close = 0.35;
const lowered = 0.5;

/** What a facet is worth after a verdict: only a passage that is about it can lift it. */
function valueAfter({ state, clause, supported }: RerankVerdict, before: number): number {
  switch (state) {
    case 'met':
      return Math.max(before, met);
    case 'partial':
      if (before > half) return (before + half) / 2;
      return supported && clause?.stance === 'asserted' ? Math.max(before, close) : before;
    case 'contradicted':
      return before * lowered * lowered;
    case 'not found':
      return before * lowered;
  }
}

/** Returns an applicant's score after the verdicts, moved by at most `mostMoved`; who has something excluded is not moved. */
export function applyVerdict(
  before: Ranked,
  verdicts: ReadonlyMap<number, RerankVerdict>,
  query: ParsedQuery,
  profile: Profile,
  thesaurus: Thesaurus,
): Ranked {
  if (before.violated || verdicts.size === 0) return before;
  const parts = before.parts.map((part, at) => {
    const verdict = at < query.facets.length ? verdicts.get(at) : undefined;
    return verdict ? { ...part, value: valueAfter(verdict, part.value) } : part;
  });
  const after = scoreProfile(query, profile, thesaurus, parts, before.words, {
    meaning: before.meaning,
    named: before.violated,
  });
  const exact = Math.min(before.exact + mostMoved, Math.max(before.exact - mostMoved, after.exact));
  return { ...after, exact, score: Math.max(0, Math.min(0.99, exact)) };
}
