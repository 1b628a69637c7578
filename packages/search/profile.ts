import { normalizeUnicode } from '../text/fold-text.ts';
import { findPhoneNumber, findSocialLinks } from './contacts.ts';
import {
  findFirstHackathon,
  findGraduation,
  findYear,
  isAboutHackathon,
  listJobs,
  type Year,
} from './facts.ts';
import { findMentions } from './find-mentions.ts';
import { searchLimits } from './limits.ts';
import { listMajorsOfField } from './majors.ts';
import { type Segment, splitResume, splitSegments } from './stances.ts';
import { stem } from './stem.ts';
import { hiddenTextMark, normalizeText, tokenize } from './text.ts';
import type { Thesaurus } from './thesaurus.ts';
import { listTimes } from './times.ts';
import { maxPassages } from './word-index.ts';

/** An answer to a question of the event. */
export interface ApplicantAnswer {
  label: string;
  value: string;
  sensitive?: boolean;
  /** For an answer that is a field: its question, and what was chosen or written. */
  field?: { question: string; values: string[] } | undefined;
}

/** An application as it was submitted. */
export interface Applicant {
  id: string;
  name?: string | null;
  email?: string | null;
  major: string;
  track: string;
  status: string;
  whyJoin: string;
  tShirtSize?: string;
  dietaryRestrictions?: string;
  teamPreference?: string | null;
  answers?: readonly ApplicantAnswer[];
  /** Undefined while the resume is unread or when it cannot be read. */
  resumeText: string | undefined;
  /** Also where its text is not known; by default whether it has text. */
  hasResume?: boolean;
  /** Link annotations of the PDF. */
  links?: string[];
}

/** The part of an application that a passage is from. */
export type Source = Segment['section'] | 'answer' | 'food' | 'major';

/** A clause of an application, as it is searched and quoted. */
export interface Passage {
  source: Source;
  text: string;
  /** Whether it is done, wished for, denied, or about somebody else. */
  stance: Segment['stance'];
  sensitive?: true;
  /** The whole answer that it is a clause of, where that is short enough to be quoted. */
  whole?: string;
  /** The field of the application that it is. */
  field?: ApplicantAnswer['field'];
}

/** A job: how many years it lasted, and the passage that says so. */
export interface Job {
  years: number;
  passage: Passage;
}

/** An indexed applicant. */
export interface Profile {
  id: string;
  name: string;
  email: string;
  track: string;
  status: string;
  major: string;
  majors: number[];
  year: Year | undefined;
  /** The calendar year of the graduation, and whether it is in the second half of it. */
  graduation: { year: number; late: boolean } | undefined;
  /** The jobs whose duration is known, longest first. */
  jobs: Job[];
  /** What says that this would be their first hackathon. */
  firstHackathon: string | undefined;
  tShirtSize: string;
  food: string;
  teamPreference: string;
  hasResume: boolean;
  passages: Passage[];
  tags: string[];
  socials: string[];
  contactNumber: string | undefined;
  text: string;
  /** Prompt injection, keyword stuffing or hidden text was found, or the texts took too long to read. */
  suspicious: boolean;
}

/** A profile with the different words of each passage: stems, concepts as `#number`. */
export interface BuiltProfile {
  profile: Profile;
  words: string[][];
}

// A GitHub address is no evidence of a skill.
const addresses =
  /[^\s@]{1,64}@[^\s@]{1,255}\.\w+|\b(?:https?:\/\/|www\.)\S+|(?<![\w-])[\w-]+\.(?:com|org|io|net|dev|edu|me|app)\/\S*/gi;
// "My uncle taught me" is no experience in teaching.
const wasTaught = /\b(?:taught|teach(?:es|ing)?) (?:myself|me|us)\b/gi;
// "I cannot program" and "not technical" deny code.
const cannotCode =
  /\b(?:not (?:very |really |so )?technical|(?:can ?not|can'?t|never|(?:do|does|did) ?n[o']?t(?: know how to)?) program(?:med)?)\b/gi;
const maxTags = 20;
// "What do you hope to learn?" is answered with wishes.
const asksForWish =
  /\b(?:hope|want|wish|plan|excited|(?:would|d) (?:you )?(?:like|love)) (?:to |you )*(?:learn|try|explore|improve|practi[cs]e)\b/i;
// "How will you travel?" is answered with "train".
const asksForWay = /\bhow\b.*\b(?:travel\w*|get(?:ting)?|com(?:e|ing)|arriv\w*|transport\w*)\b/i;
// With the dots and blanks around it.
const maxItem = 80;
const maxText = 20_000;
// Longer than any answer and any resume that the form and the reader of PDFs let through.
const maxRead = 40_000;
const nothing = /^(?:no|none|nope|n\/?a|nothing|false|0|-|never|no,? thanks?|not applicable)?\.?$/i;

// Compatibility forms can make a text longer.
const readable = (text: string) =>
  normalizeText(normalizeUnicode(text.slice(0, maxRead), 'NFKC')).slice(0, maxRead);

const capitalized = /(?<!\p{L})\p{Lu}\p{L}*(?: (?:of|the|at|and|for|\p{Lu}\p{L}+)){1,6}/gu;

/** Lists the initials of the schools that a text names: "University of Houston" is UH. */
const listInitials = (text: string): string[] =>
  [...text.matchAll(capitalized)]
    .filter(([name]) => /\b(?:University|Institute|College|State)\b/.test(name))
    .map(([name]) => name.replace(/\P{Lu}/gu, '').toLowerCase());

/** The keys under which the words of a text are indexed. */
export const toStems = (text: string): string[] => tokenize(text).map(({ stem }) => stem);

/** Builds the profile of an applicant from the answers and the resume. `eventDate` is YYYY-MM-DD. */
export function buildProfile(applicant: Applicant, thesaurus: Thesaurus, eventDate: string): BuiltProfile {
  const { id, track, status, tShirtSize = '', dietaryRestrictions: food = '' } = applicant;
  const teamPreference = applicant.teamPreference ?? '';
  const name = applicant.name ?? '';
  const major = applicant.major.slice(0, searchLimits.major);
  const why = readable(applicant.whyJoin);
  const resume = readable(applicant.resumeText ?? '');
  const named = new Set(toStems(name));
  const isName = (line: string) => {
    const stems = toStems(line);
    return stems.length > 0 && stems.length <= 4 && stems.every((stem) => named.has(stem));
  };
  const body = resume
    .split('\n')
    .map((line, at) => (at < 5 && isName(line) ? '' : line))
    .join('\n');
  const all = [
    ...splitSegments('why', why.replace(addresses, ' ')),
    ...splitResume(body.replace(addresses, ' ')),
  ];
  const segments = all.filter((segment) => !segment.junk);
  const passages: Passage[] = [];
  const words: string[][] = [];
  const counts = new Map<number, number>();
  const add = (passage: Passage, technical = false, text = passage.text) => {
    if (passages.length >= maxPassages) return;
    passages.push(passage);
    const tokens = tokenize(text.replace(wasTaught, ' ').replace(cannotCode, 'no code'));
    const own = new Set(tokens.map(({ stem }) => stem));
    if (isAboutHackathon(text)) own.add(stem('hackathon'));
    for (const word of [...listTimes(text), ...listInitials(text)]) own.add(stem(word));
    for (const { concept } of findMentions(tokens, thesaurus, { technical })) {
      own.add(`#${concept}`);
      if (passage.stance === 'asserted') counts.set(concept, (counts.get(concept) ?? 0) + 1);
    }
    words.push([...own]);
  };
  for (const { section: source, text, stance } of segments)
    add({ source, text, stance }, source === 'skills' || stance !== 'asserted');
  if (major) add({ source: 'major', text: normalizeText(major), stance: 'asserted' });
  if (food)
    add({
      source: 'food',
      text: spellFood(food),
      stance: nothing.test(food.trim()) ? 'negated' : 'asserted',
    });
  const answers = (applicant.answers ?? []).filter(({ value }) => value.trim());
  for (const { label, value, sensitive, field } of answers) {
    const denied = nothing.test(value.trim());
    const yes = /^(?:yes|true|y)\b/i.test(value.trim());
    const text = `${label}: ${normalizeText(value)}`.slice(0, maxText);
    const stance = denied ? 'negated' : 'asserted';
    const passage: Passage = {
      source: 'answer',
      text,
      stance,
      ...(sensitive && { sensitive: true as const }),
      ...(field && { field }),
    };
    if (yes || denied) add(passage);
    else if (field) add(passage, false, normalizeText(value));
    else
      for (const { junk, text, stance } of splitSegments('why', normalizeText(value).slice(0, maxText))) {
        const told = {
          text: `${label}: ${text}`,
          stance: asksForWish.test(label) ? ('wish' as const) : stance,
        };
        const whole = passage.text.length <= searchLimits.quote && { whole: passage.text };
        if (!junk)
          add({ ...passage, ...told, ...whole }, false, asksForWay.test(label) ? `by ${text}` : text);
      }
  }
  // A fact has no mark of its own: none comes from a sensitive answer.
  const open = answers.filter(({ sensitive }) => !sensitive);
  const findAnswer = (label: RegExp) => open.find((answer) => label.test(answer.label));
  const attended = findAnswer(/hackathons?\b/i);
  const texts = {
    studies: [
      findAnswer(/\b(?:level|year|degree|standing|class|grade)\b/i)?.value,
      findAnswer(/\b(?:school|university|college)\b/i)?.value,
      major,
    ].join('\n'),
    graduating: findAnswer(/graduat/i)?.value ?? '',
    resume: body,
    segments,
  };
  const profile: Profile = {
    ...{ id, name, email: applicant.email ?? '', track, status, tShirtSize, teamPreference },
    major: applicant.major,
    majors: listMajorsOfField(major),
    year: findYear(texts, eventDate),
    graduation: findGraduation(texts, eventDate),
    jobs: listJobs(passages, eventDate),
    firstHackathon:
      findFirstHackathon(segments.map(({ text }) => text)) ??
      (attended && tellsOfFirst(attended) ? `${attended.label}: ${attended.value}` : undefined),
    food: spellFood(food),
    hasResume: applicant.hasResume ?? resume !== '',
    passages,
    tags: listTags(counts, segments, thesaurus),
    socials: findSocialLinks(resume, applicant.links),
    contactNumber: findPhoneNumber(resume),
    text: `${why}\n\n${resume.replace(hiddenTextMark, '').trim()}`.trim().slice(0, maxText),
    suspicious: all.some((segment) => segment.junk),
  };
  return { profile, words };
}

/** Returns whether an answer about hackathons says that this is the first: "Yes" to "First hackathon?", "No" to "Been to one?". */
const tellsOfFirst = ({ label, value }: ApplicantAnswer): boolean =>
  (/\bfirst\b/i.test(label)
    ? /^(?!.*\b(?:(?:second|third|fourth|fifth|2nd|3rd|\dth)(?! year)|did (?:one|two|three|\d))\b)\s*(?:y|yes|yep|yeah|true|first|this|it is)\b/i
    : /^\s*(?:0|zero|none|no|never|first|this)\b/i
  ).test(value);

/** "Non-vegetarian" is no vegetarian. */
export const spellFood = (text: string): string =>
  text.replace(/\bnon[- ]?veg(?:etarian|gie)?s?\b/gi, 'omnivore');

/** Returns the items of the skill lists, then the names of the concepts, those that are told most often first. */
function listTags(counts: Map<number, number>, segments: Segment[], thesaurus: Thesaurus): string[] {
  const literal = segments
    .filter(({ section, stance }) => section === 'skills' && stance === 'asserted')
    .flatMap((segment) => segment.text.split(/[,;|•·]|\s{2,}|\s\/\s/))
    .filter((item) => item.length <= maxItem)
    .map((item) => item.replace(/^[\s:.-]+|[\s:.]+$/g, ''))
    .filter((item) => item.length > 0 && item.length <= 40 && item.split(' ').length <= 4);
  const told = [...counts].sort((a, b) => b[1] - a[1]).map(([concept]) => thesaurus.concepts[concept]!.label);
  const seen = new Set<string>();
  return [...literal, ...told]
    .filter((tag) => {
      const key = tag.toLowerCase();
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, maxTags);
}
