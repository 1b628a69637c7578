import { searchLimits } from './limits.ts';
import { majors, rateMajor } from './majors.ts';
import type { Clause, Profile } from './profile.ts';
import type { ParsedQuery } from './query.ts';
import type { Facet } from './query-facets.ts';
import { type Token, tokenize } from './text.ts';
import { isWithinTerm, type Thesaurus } from './thesaurus.ts';
import { compareGists } from './topics.ts';

const sources = {
  why: 'why join',
  education: 'education',
  experience: 'experience',
  projects: 'projects',
  skills: 'skills',
  other: 'resume',
} as const;
const sectionOrder = ['projects', 'experience', 'why', 'skills', 'other', 'education'] as const;
const enough = 0.4;
// Two clauses whose gists are nearer than this are about the same.
const sameGist = 0.6;
const yearNames = [
  '',
  'first year',
  'second year',
  'third year',
  'fourth year',
  "master's student",
  'doctoral student',
];

const teamNames = {
  none: 'no team',
  some: 'in a team',
  full: 'in a full team',
  open: 'in a team with open places',
};

/** What an application says about one thing that was asked for. */
export interface Evidence {
  constraint: string;
  state: 'met' | 'partial' | 'not found' | 'contradicted';
  /** Null when nothing was found. */
  quote: string | null;
  /** The part of the application that the quote is from. */
  source: 'why join' | 'education' | 'experience' | 'projects' | 'skills' | 'resume' | 'application' | null;
  /** The quote is about a wish, not about something done. */
  wish: boolean;
}

type Found = Omit<Evidence, 'constraint'>;
const nothing: Found = { state: 'not found', quote: null, source: null, wish: false };

function quoting(clause: Clause, state: Evidence['state']): Found {
  const { text, section, stance } = clause;
  const quote = text.length > searchLimits.quote ? `${text.slice(0, searchLimits.quote - 1)}…` : text;
  return { state, quote, source: sources[section], wish: stance === 'wish' };
}

/** Returns the best clause for a concept: asserted before wished before denied, the concept itself before narrower ones. */
function bestClause(
  profile: Profile,
  concepts: readonly number[],
  thesaurus: Thesaurus,
  stances = ['asserted', 'wish', 'negated'],
): Clause | undefined {
  let best: { clause: Clause; rank: number } | undefined;
  for (const clause of profile.clauses) {
    const itself = clause.concepts.some((concept) => concepts.includes(concept));
    const within =
      itself ||
      clause.concepts.some((concept) => concepts.some((wide) => isWithinTerm(concept, wide, thesaurus)));
    if (!within) continue;
    const rank =
      stances.indexOf(clause.stance) * 100 + (itself ? 0 : 10) + sectionOrder.indexOf(clause.section);
    if (!best || rank < best.rank) best = { clause, rank };
  }
  return best?.clause;
}

function clauseWith(profile: Profile, has: (token: Token) => boolean): Clause | undefined {
  return profile.clauses.find((clause) => tokenize(clause.text).some(has));
}

/** Returns whether a clause contains one of a facet's words, not only one with the same stem. */
function contains({ text }: Clause, { forms }: Facet): boolean {
  return tokenize(text).some(({ lower, single }) => forms.includes(lower) || forms.includes(single));
}

function ofFacet(facet: Facet, profile: Profile, thesaurus: Thesaurus): Found {
  if (facet.concepts.length === 0) {
    const wished = profile.clauses.find((clause) => clause.stance === 'wish' && contains(clause, facet));
    if (facet.wish) return wished ? quoting(wished, 'met') : nothing;
    const clause =
      clauseWith(
        profile,
        ({ lower, single }) => facet.forms.includes(lower) || facet.forms.includes(single),
      ) ?? clauseWith(profile, ({ stem }) => facet.words.includes(stem));
    if (!clause) return nothing;
    if (clause.stance === 'asserted' && !contains(clause, facet)) return quoting(clause, 'partial');
    return quoting(
      clause,
      { asserted: 'met', wish: 'partial', negated: 'contradicted' }[clause.stance] as 'met',
    );
  }
  if (facet.wish) {
    const wished = bestClause(profile, facet.concepts, thesaurus, ['wish', 'asserted', 'negated']);
    if (wished?.stance === 'wish') return quoting(wished, 'met');
    return wished?.stance === 'asserted' ? quoting(wished, 'partial') : nothing;
  }
  const clause = bestClause(profile, facet.concepts, thesaurus);
  if (!clause) {
    const hint = profile.clauses.find(({ hints }) =>
      hints.some((concept) => facet.concepts.includes(concept)),
    );
    if (hint) return quoting(hint, 'partial');
    const studied = facet.concepts.some((concept) => profile.studied.includes(concept));
    return studied ? stated('partial', profile.major) : nothing;
  }
  if (clause.stance === 'negated') return quoting(clause, 'contradicted');
  const strength = Math.max(...facet.concepts.map((concept) => profile.strengths[concept] ?? 0));
  const shown = clause.stance === 'asserted' && strength >= enough;
  if (!shown || !facet.vague) return quoting(clause, shown ? 'met' : 'partial');
  const literal = clauseWith(profile, (token) => facet.forms.includes(token.lower));
  return literal?.stance === 'asserted' ? quoting(literal, 'met') : quoting(clause, 'partial');
}

/** Returns the clause that is about the same as a facet's part of the query: never more than partial evidence. */
function ofGist(facet: Facet, { gists }: ParsedQuery, profile: Profile): Found {
  const asked = gists.find(({ part }) => part === facet.part);
  if (!asked) return nothing;
  const { nearest, nearness } = compareGists(profile.gists, asked.shares);
  return nearness >= sameGist ? quoting(profile.clauses[nearest]!, 'partial') : nothing;
}

const stated = (state: Evidence['state'], quote: string | null): Found => ({
  state,
  quote,
  source: quote === null ? null : 'application',
  wish: false,
});

function ofStructure(query: ParsedQuery, profile: Profile, thesaurus: Thesaurus): Evidence[] {
  const list: Evidence[] = [];
  if (query.majors.length > 0) {
    const fit = Math.max(...query.majors.map((major) => rateMajor(profile.majors, major)));
    const constraint = `major: ${query.majors.map((major) => majors[major]!.label).join(' or ')}`;
    const state = fit === 1 ? 'met' : fit > 0 ? 'partial' : 'contradicted';
    const shown = fit > 0 ? undefined : bestClause(profile, query.majorSkills, thesaurus);
    const isSkilled = shown?.stance === 'asserted';
    list.push({ constraint, ...(isSkilled ? quoting(shown, 'partial') : stated(state, profile.major)) });
  }
  if (query.years.length > 0) {
    const constraint = query.years.map((year) => yearNames[year]).join(' or ');
    const own = profile.year;
    const state = own === undefined ? 'not found' : query.years.includes(own) ? 'met' : 'contradicted';
    list.push({ constraint, ...stated(state, own === undefined ? null : yearNames[own]!) });
  }
  if (query.tracks.length > 0) {
    const state = query.tracks.includes(profile.track) ? 'met' : 'contradicted';
    list.push({ constraint: query.tracks.join(' or '), ...stated(state, profile.track) });
  }
  for (const state of query.conditions.team)
    list.push({ constraint: teamNames[state], ...stated('met', null) });
  if (query.conditions.statuses.length > 0)
    list.push({
      constraint: query.conditions.statuses.join(' or '),
      ...stated(
        query.conditions.statuses.some((status) => status === profile.status) ? 'met' : 'contradicted',
        profile.status,
      ),
    });
  for (const { name, done } of query.conditions.checkpoints)
    list.push({ constraint: `${done ? '' : 'not '}checked in at ${name}`, ...stated('met', null) });
  if (query.firstHackathon)
    list.push({
      constraint: 'first hackathon',
      ...stated(profile.firstHackathon ? 'met' : 'not found', null),
    });
  return list;
}

function ofDenials({ not }: ParsedQuery, profile: Profile, thesaurus: Thesaurus): Evidence[] {
  const absent = (name: string, found: Found | undefined): Evidence => ({
    constraint: `not ${name}`,
    ...(found ?? { ...nothing, state: 'met' }),
  });
  const against = (name: string, violated: boolean, quote: string) =>
    absent(name, violated ? stated('contradicted', quote) : undefined);
  return [
    ...not.concepts.map((concept) => {
      const clause = bestClause(profile, [concept], thesaurus);
      const shown = clause?.stance === 'asserted' && (profile.strengths[concept] ?? 0) >= enough;
      return absent(thesaurus.concepts[concept]!.label, shown ? quoting(clause, 'contradicted') : undefined);
    }),
    ...not.names.map(({ label, forms }) => {
      const clause = profile.clauses.find(
        ({ stance, text }) =>
          stance === 'asserted' && forms.every((form) => tokenize(text).some(({ lower }) => lower === form)),
      );
      return absent(label, clause && quoting(clause, 'contradicted'));
    }),
    ...not.majors.map((major) =>
      against(majors[major]!.label, profile.majors.includes(major), profile.major),
    ),
    ...not.years.map((year) => against(yearNames[year]!, profile.year === year, yearNames[year]!)),
    ...not.tracks.map((track) => against(track, profile.track === track, profile.track)),
  ];
}

function ofWords(facet: Facet, query: ParsedQuery, profile: Profile, thesaurus: Thesaurus): Found {
  const found = ofFacet(facet, profile, thesaurus);
  return found.state === 'not found' ? ofGist(facet, query, profile) : found;
}

/** Returns the evidence for each condition of a query: quotes of the application, nothing generated. */
export function findEvidence(query: ParsedQuery, profile: Profile, thesaurus: Thesaurus): Evidence[] {
  return [
    ...query.facets.map((facet) => ({
      constraint: facet.label,
      ...ofWords(facet, query, profile, thesaurus),
    })),
    ...ofStructure(query, profile, thesaurus),
    ...ofDenials(query, profile, thesaurus),
  ];
}

/** Returns a clause as partial evidence for what was asked. */
export const quoteGuess = (asked: string, clause: Clause): Evidence => ({
  constraint: asked,
  ...quoting(clause, 'partial'),
});
