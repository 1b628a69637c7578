import { findPhoneNumber, findSocialLinks } from './contacts.ts';
import { findYear, isFirstHackathon, type Year } from './facts.ts';
import { findMentions } from './find-mentions.ts';
import { selectHints } from './hints.ts';
import { searchLimits } from './limits.ts';
import { listMajorsOfField } from './majors.ts';
import { type Section, type Segment, splitResume, splitSegments } from './segments.ts';
import { normalizeText, type Token, tokenize } from './text.ts';
import type { Thesaurus } from './thesaurus.ts';
import { type Gists, packGists, rateTopics, type TextTopic } from './topics.ts';

/** An application as it was submitted. */
export interface Applicant {
  id: string;
  major: string;
  track: string;
  status: string;
  whyJoin: string;
  /** Undefined while the resume is unread or when it cannot be read. */
  resumeText: string | undefined;
  /** Link annotations of the PDF. */
  links?: string[];
}

/** A clause of an application, quoted as evidence. */
export type Clause = Pick<Segment, 'section' | 'text' | 'stance'> & {
  concepts: number[];
  /** Concepts that only its single words point to. */
  hints: number[];
};

/** An indexed applicant. Concepts are positions in the thesaurus, strengths lie between 0 and 1. */
export interface Profile {
  id: string;
  track: string;
  status: string;
  major: string;
  majors: number[];
  /** The concepts in the name of the major. */
  studied: number[];
  year: Year | undefined;
  firstHackathon: boolean;
  /** The strength of each concept, by its position. */
  strengths: Float32Array;
  wished: Set<number>;
  denied: Set<number>;
  clauses: Clause[];
  /** What each clause is about; nothing for those that are wished, denied or about the education. */
  gists: Gists;
  tags: string[];
  socials: string[];
  contactNumber: string | undefined;
  text: string;
  /** Prompt injection or keyword stuffing was found, or the texts took too long to read. */
  suspicious: boolean;
}

const sectionWeight: Record<Section, number> = {
  experience: 1,
  projects: 1,
  why: 0.8,
  skills: 0.8,
  other: 0.7,
  education: 0.5,
};
const single = 0.55;
const repeated = 0.3;
const upward = 0.82;
const parentToChild = 0.35;
// A profile that matches a broad concept matches few of its narrower ones: a translator does not speak every language.
const childrenShown = 3;
// A major implies some knowledge of it.
const merelyStudied = 0.4;
const sideways = 0.25;
const onlyHinted = 0.42;
// A GitHub address is no evidence of a skill.
const addresses =
  /[^\s@]{1,64}@[^\s@]{1,255}\.\w+|\b(?:https?:\/\/|www\.)\S+|(?<![\w-])[\w-]+\.(?:com|org|io|net|dev|edu|me|app)\/\S*/gi;
const maxTags = 20;
// With the dots and blanks around it.
const maxItem = 80;
const maxText = 20_000;
// Longer than any answer and any resume that the form and the reader of PDFs let through.
const maxRead = 40_000;

// Compatibility forms can make a text longer.
const readable = (text: string) => normalizeText(text.slice(0, maxRead)).slice(0, maxRead);

/** A profile, and the words of all that the applicant says to have done. */
export interface BuiltProfile {
  profile: Profile;
  words: Pick<Token, 'stem' | 'lower'>[];
}

/** Returns what segments say about each concept: the strength of what is asserted, and of what only single words point to. */
function readSegments(segments: readonly Segment[], thesaurus: Thesaurus) {
  const direct = new Map<number, number>();
  const missing = new Map<number, number>();
  const hinted = new Map<number, number>();
  const wished = new Set<number>();
  const denied = new Set<number>();
  const clauses: Clause[] = [];
  const topics: TextTopic[][] = [];
  for (const { section, text, stance, tokens } of segments) {
    const here = new Set<number>();
    const concepts: number[] = [];
    const hints: number[] = [];
    clauses.push({ section, text, stance, concepts, hints });
    const technical = section === 'skills' || stance !== 'asserted';
    for (const { concept, weight } of findMentions(tokens, thesaurus, { technical })) {
      concepts.push(concept);
      if (stance === 'wish') wished.add(concept);
      else if (stance === 'negated') denied.add(concept);
      else {
        const strength = weight * sectionWeight[section] * (here.has(concept) ? repeated : 1);
        here.add(concept);
        missing.set(concept, (missing.get(concept) ?? 1) * (1 - single * strength));
      }
    }
    const about = stance === 'asserted' && section !== 'education' ? rateTopics(tokens, thesaurus) : [];
    topics.push(about);
    for (const { concept } of selectHints(about)) {
      if (concepts.includes(concept)) continue;
      hints.push(concept);
      hinted.set(concept, Math.max(hinted.get(concept) ?? 0, onlyHinted * sectionWeight[section]));
    }
  }
  for (const [concept, rest] of missing) {
    direct.set(concept, 1 - rest);
    wished.delete(concept);
    denied.delete(concept);
  }
  return { direct, hinted, wished, denied, clauses, topics };
}

/** Builds the profile of an applicant from the answers and the resume. `eventDate` is YYYY-MM-DD. */
export function buildProfile(applicant: Applicant, thesaurus: Thesaurus, eventDate: string): BuiltProfile {
  const major = applicant.major.slice(0, searchLimits.major);
  const why = readable(applicant.whyJoin);
  const resume = readable(applicant.resumeText ?? '');
  const all = [
    ...splitSegments('why', why.replace(addresses, ' ')),
    ...splitResume(resume.replace(addresses, ' ')),
  ];
  const segments = all.filter((segment) => !segment.junk);
  const asserted = segments.filter(({ stance }) => stance === 'asserted');
  const { direct, wished, denied, hinted, clauses, topics } = readSegments(segments, thesaurus);
  const strengths = propagate(direct, thesaurus);
  for (const [concept, strength] of propagateHints(hinted, thesaurus))
    strengths[concept] = Math.max(strengths[concept]!, strength);
  const studied = findMentions(tokenize(normalizeText(major)), thesaurus).map(({ concept }) => concept);
  for (const concept of studied) strengths[concept] = Math.max(strengths[concept]!, merelyStudied);
  const profile: Profile = {
    id: applicant.id,
    track: applicant.track,
    status: applicant.status,
    major: applicant.major,
    majors: listMajorsOfField(major),
    studied,
    year: findYear(segments, resume, eventDate),
    firstHackathon: isFirstHackathon(segments.map((segment) => segment.text)),
    strengths,
    wished,
    denied,
    clauses,
    gists: packGists(topics),
    tags: listTags(direct, asserted, thesaurus),
    socials: findSocialLinks(resume, applicant.links),
    contactNumber: findPhoneNumber(resume),
    text: `${why}\n\n${resume}`.trim().slice(0, maxText),
    suspicious: all.some((segment) => segment.junk),
  };
  const words = asserted.flatMap((s) => s.tokens.map(({ stem, lower }) => ({ stem, lower })));
  return { profile, words };
}

/** Returns the strengths with those that follow: of parents from their children, and a little of children and related concepts. */
function propagate(direct: Map<number, number>, { concepts }: Thesaurus): Float32Array {
  const full = new Float32Array(concepts.length);
  for (const [concept, strength] of direct) full[concept] = strength;
  let level = direct;
  for (let step = 0; step < 3 && level.size > 0; step++) {
    const reached = new Map<number, number>();
    for (const [concept, strength] of level)
      for (const parent of concepts[concept]!.parents) {
        const value = strength * upward;
        if (value <= full[parent]!) continue;
        full[parent] = value;
        reached.set(parent, value);
      }
    level = reached;
  }
  for (const [concept, strength] of direct) {
    const { children } = concepts[concept]!;
    const share = Math.min(parentToChild, childrenShown / children.length);
    for (const child of children) if (full[child] === 0) full[child] = strength * share;
    for (const other of concepts[concept]!.related) if (full[other] === 0) full[other] = strength * sideways;
  }
  return full;
}

/** Returns hinted concepts and their parents. */
function propagateHints(hinted: ReadonlyMap<number, number>, { concepts }: Thesaurus): [number, number][] {
  return [...hinted].flatMap(([concept, strength]) => [
    [concept, strength] as [number, number],
    ...concepts[concept]!.parents.map((parent): [number, number] => [parent, strength * upward]),
  ]);
}

/** Returns the items of the skill lists, then the names of the strongest concepts. */
function listTags(direct: Map<number, number>, asserted: Segment[], thesaurus: Thesaurus): string[] {
  const items = asserted
    .filter(({ section }) => section === 'skills')
    .flatMap((segment) => segment.text.split(/[,;|•·]|\s{2,}|\s\/\s/))
    .filter((item) => item.length <= maxItem)
    .map((item) => item.replace(/^[\s:.-]+|[\s:.]+$/g, ''));
  const literal = items.filter((item) => item.length > 0 && item.length <= 40 && item.split(' ').length <= 4);
  const strongest = [...direct]
    .sort((a, b) => b[1] - a[1])
    .map(([concept]) => thesaurus.concepts[concept]!.label);
  const seen = new Set<string>();
  return [...literal, ...strongest]
    .filter((tag) => {
      const key = tag.toLowerCase();
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, maxTags);
}
