import type { Segment } from './stances.ts';

/** Year of study: 0 at high school, 1 to 4 as an undergraduate, 5 for a master's, 6 for a doctorate; undefined when unknown. */
export type Year = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const words: Record<Exclude<Year, 0>, RegExp> = {
  1: /(?<!\b(?:since|during|from) (?:my )?)\b(?:freshm[ae]n(?! year)|(?<!\b(?:since|my|as a|during|in) )(?:first|1st)[- ]y(?:ea)?r(?! (?:grad|master|ph|m\.?s|mba))|frosh|freshie|year (?:one|1)\b|first (?:weeks?|months?|days?|semester|quarter|term)\b.{0,12}\b(?:college|university|uni|campus)|(?:just|recently) (?:started|began|entered) (?:at )?(?:college|university|uni)\b)/i,
  2: /\b(?:sophomore|soph|(?:second|2nd)[- ]y(?:ea)?r(?! (?:grad|master|ph|m\.?s|mba))|year (?:two|2)\b)/i,
  3: /\b(?:junior(?! (?:developer|engineer|analyst|achievement|high|varsity|designer|consultant|associate))|(?:third|3rd)[- ]y(?:ea)?r(?! ph)|year (?:three|3)\b)/i,
  4: /\b(?:senior(?! (?:developer|engineer|analyst|center|centre|citizens?|living|care|designer|consultant|associate|home))|(?:fourth|4th|final|fifth|5th)[- ]y(?:ea)?r(?! ph)|last year of (?:my|the) (?:degree|bachelor)|year (?:four|4)\b|super ?senior)/i,
  5: /\b(?:m\.?s\.?c?\.?(?= (?:in|student|candidate|,))|M\.S\.|M\.Eng|MEng|MSc|MBA|M\.?Tech|MPH|MFA|master'?s?(?: (?:student|degree|program|of|in|candidate))|masters|graduate student|grad student|first-year grad)\b/i,
  6: /\b(?:ph\.? ?d\.?|doctoral|doctorate|dphil)\b(?! (?:advisor|supervisor|mentor))/i,
};

// "A senior in high school", and not "taught at a high school".
const atSchool =
  /\b(?:high[- ]?school|HS) (?:senior|junior|sophomore|freshman|student)\b|\b(?:senior|junior|sophomore|freshman|student) (?:in|at) (?:a |[\w']+ ){0,3}high\b|\b(?:9|1[012])th[- ]grade|\b(?:i'?m|i am|still) in (?:high school\b|grade (?:9|1[012]))/i;
const school =
  /\bhigh[- ]?school|\bH\.?S\b|\bsecondary school|\bgrade (?:9|1[012])\b|\b(?:9|1[012])th[- ]grade/i;
const master =
  /\b(?:m\.?s\.?c?\b|m\.?eng|m\.?tech|m\.?a\.?\b(?=[ ,])|mba\b|master(?:s|'s| of(?! ceremon)| degree| student| program| thesis| candidate| in)\b)/i;
const masterLetters = /\b(?:MSW|MLI?S|MPA|MOT|MSN|M\.?Ed|MHA|MPP|M\.?Arch|MFin|MSBA|MSDS|MSCS|MSEE|MSIS)\b/;
const graduation =
  /(?:expected|exp\.?|anticipated|graduat\w{0,6}|class of|grad(?:\.|uation)?|completion|convocation|due|done|finish\w{0,5}|(?:final|last|senior|4th|fourth) (?:year|semester|term)|through|until|to|[-–—])\s{0,2}[:,(]?\s{0,2}(?:in\s{1,2}|by\s{1,2}|date:?\s{1,2})?(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|fall|autumn|winter)\w{0,9}\.?,?\s{1,2}(?:of\s{1,2})?)?(20\d\d|'\d\d|(?<=class of )\d\d)\b/gi;
// A degree with a year behind it: "BS Physics, Dec 2026".
const degreeDate =
  /\b(?:b\.?s\.?e?|bsee|b\.?a|b\.?f\.?a|b\.?m|b\.?b\.?a|bsba|bsn|bsw|b\.?eng|b\.?tech|a\.?a\.?s?|a\.?s|bachelors?(?: of \w+)?|m\.?s\.?c?|m\.?a|m\.?eng|mba|masters?(?: of \w+)?|ph\.?d)\b[^\n]{0,60}?\b(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|fall|autumn|winter)\w{0,9}\.? )?(20\d\d)\b/gi;
// A year on a line without anything of work: "UT Austin, CS 2028".
const anyYear =
  /(?:\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|fall|autumn|winter)\w{0,9}\.?,? {1,2})?(?<![\d/-])(20\d\d|'\d\d)(?! ?[-–—/]|\d)/gi;
const mostYears = 6;
/** Months and seasons of the second half of a year. */
export const lateInYear = /\b(?:aug|sep|oct|nov|dec|fall|autumn|winter)/i;

/** Returns the year in which the academic year of a date (YYYY-MM-DD) ends. */
export function academicYear(date: string): number {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return month >= 7 ? year + 1 : year;
}

/** Parses a year as people write it: `2027`, `'27`, `27`. */
export function fullYear(written: string): number {
  const year = Number(written.replace(/\D/g, ''));
  return year < 100 ? 2000 + year : year;
}

/** The texts that tell where somebody is in their studies. */
interface StudyTexts {
  /** The answers about the level of study and the school, and the major. */
  studies: string;
  /** The answer about the graduation. */
  graduating: string;
  resume: string;
  segments: readonly Segment[];
}

const head = (resume: string) => resume.slice(0, 600);
const ofSection = (segments: readonly Segment[], section: Segment['section']) =>
  segments
    .filter((segment) => segment.section === section && segment.stance !== 'other')
    .map(({ text }) => text)
    .join(' \n ');

/**
 * Returns the last graduation that an applicant names, from the answer, the education or the first lines of the resume; else
 * the next year to come on a line of these.
 */
export function findGraduation(
  { graduating, segments, resume }: StudyTexts,
  eventDate: string,
): { year: number; late: boolean } | undefined {
  const answered = /\b20\d\d\b/.exec(graduating)?.[0];
  if (answered) return { year: Number(answered), late: lateInYear.test(graduating) };
  for (const text of [ofSection(segments, 'education'), head(resume), ofSection(segments, 'why')]) {
    const last = [...text.matchAll(graduation), ...text.matchAll(degreeDate)]
      .map((match) => ({ year: fullYear(match[2] ?? ''), late: lateInYear.test(match[1] ?? '') }))
      .sort((a, b) => b.year - a.year)[0];
    if (last) return last;
  }
  const lines = [ofSection(segments, 'education'), head(resume)].join('\n').split('\n');
  const from = academicYear(eventDate);
  return lines
    .filter((line) => !isAboutWork(line))
    .flatMap((line) => [...line.matchAll(anyYear)])
    .map(([, month = '', year = '']) => ({ year: fullYear(year), late: lateInYear.test(month) }))
    .find(({ year }) => year >= from && year <= from + mostYears);
}

/**
 * Returns the year of study from the degree, else from the graduation against the event's date, else from words
 * ("sophomore"): those who graduate in the academic year of the event are in the fourth year.
 */
export function findYear(texts: StudyTexts, eventDate: string): Year | undefined {
  const { studies, segments, resume } = texts;
  const [education, why] = [ofSection(segments, 'education'), ofSection(segments, 'why')];
  if (atSchool.test(why) || school.test(studies)) return 0;
  const study = [studies, education, head(resume)];
  const named = [...study, why].flatMap((text) =>
    ([1, 2, 3, 4, 5, 6] as const).filter((year) => words[year].test(text)),
  );
  if (named.includes(6)) return 6;
  if (named.includes(5) || study.some((text) => master.test(text) || masterLetters.test(text))) return 5;
  const found = findGraduation(texts, eventDate);
  const left = found ? found.year + Number(found.late) - academicYear(eventDate) : -1;
  if (left < 0 || left > 5) return named[0];
  const counted = Math.max(1, Math.min(4, 4 - left)) as Year;
  // Not every degree takes four years.
  return named[0] && Math.abs(named[0] - counted) === 1 ? named[0] : counted;
}

const firstTime =
  /\b(?:(?:my|be my|is my|as my|our) (?:very )?first(?: ever)? (?:hackathon(?! (?:i|in|outside|at|of|since|abroad)\b)|hack|one\b(?! (?:i|in|was)\b)|event like this|time (?:at|hacking|attending|going|doing|joining))|first[- ]?(?:time|timer)s?\b.{0,25}\bhackathons?|hackathons? first[- ]timer|never (?:been|gone|attended|joined|participated|did|done|tried|competed|entered|taken part|hacked|set foot)\b.{0,30}\b(?:hackathons?|one of these|hack|before)|(?:have ?n[o']?t|have not|haven't|havent|did not|didn't|didnt) (?:ever )?(?:been|attend|attended|done|joined|gone|tried|participated|competed|entered).{0,25}\bhackathons?|new to (?:the world of |the )?hackathons?|no (?:prior |previous )?hackathon experience|(?:zero|0) hackathons|hackathon (?:newcomer|newbie|rookie|beginner|novice)|first hackathon(?! (?:i|in|outside|at|of|since|abroad)\b)|never hackathon|what'?s a hackathon|^(?:this is (?:my|the) |my )?first time (?:at|for|doing) (?:any|some)thing like|hackathons? (?:are|is) (?:completely |totally |all )?new to me)\b/i;

// Hackathons by their names too: TreeHacks, HackMIT.
const hackathon = /hackathon|\b[Hh]ack[A-Z]|[A-Za-z][Hh]acks?\b/;

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const ordinal = new RegExp(
  `\\b(?:(\\d{1,2})(?:st|nd|rd|th)|(${ordinals.slice(1).join('|')}))\\b(?! (?:place|prize|year|author))`,
  'i',
);
/** Returns which in a row a text says that something was: 3 for "third"; 0 without a number. */
function findTurn(text: string): number {
  const [, digits, word = ''] = ordinal.exec(text) ?? [];
  return digits ? Number(digits) : ordinals.indexOf(word.toLowerCase()) + 1;
}
const hackathonNames = /\b(?:Hack[A-Z]\w+|[A-Z]\w*[a-z]?Hacks?|[A-Z]\w+hacks?)\b/g;

/** Returns whether a text names a hackathon. */
export const isAboutHackathon = (text: string): boolean => hackathon.test(text);

/** Returns where somebody writes that this would be their first hackathon. */
export const findFirstHackathon = (texts: readonly string[]): string | undefined =>
  texts.find((text) => firstTime.test(text));

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const number = `\\d{1,2}(?:\\.\\d)?|${numbers.slice(1).join('|')}`;
const told = new RegExp(`\\b(${number})\\+? ?(?:years?|yrs?)\\b(?! old)`, 'i');
const plainNumber = new RegExp(
  `^\\W*(?:(?:no|nope|yes|yeah|about|around|maybe|like|over|been to|done|i have|ive|i've)\\W+){0,3}(${number})(?:ish|\\+)?(?![\\w%:'])`,
  'i',
);
const severalHackathons = new RegExp(
  `\\b(${number})\\+? (?:\\w+ ){0,2}(?:hackathons|hacks|(?:of (?:these|them|those)))\\b`,
  'i',
);
const span =
  /\b((?:19|20)\d\d) ?(?:[-–—]|to|until) ?(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|fall|winter)[a-z]{0,6}\.? |\d\d?\/)?((?:19|20)\d\d|now|present|today|current)\b/i;
const work =
  /\b(?:work\w*|jobs?|employ\w*|experience|professional\w*|intern\w*|engineer|developer|programmer|administrator|analyst|manager|nurse|teacher|technician|consultant|designer|chef|cook|driver|mechanic|electrician|army|navy|freelanc\w*|co-?op|trainee|apprentice\w*)\b/i;

// "School principal 2014-2022", "a cook for ten years".
const lasted = new RegExp(
  `${span.source}|\\b(?:(?:was|been|as) an?|served|ran|run|owned|drove|taught|fixed|built|cooked|flew)\\b.{1,60}\\bfor (?:about |over |almost |nearly )?(?:${number}) years\\b|^(?:${number}) years (?:of|in|on|as)\\b(?! (?:age|high|school|college))`,
  'i',
);
const study =
  /\b(?:university|college|school of|institute|students?|candidate|degree|diploma|b\.?a|b\.?s|m\.?s|b\.?sc|m\.?sc|ph\.?d|certificate|club|president|captain|team|member(?! of technical)|volunteer\w*|scholarship|lab|married)\b/i;

/** "I'm 17", "45 years old", "34, back in school". */
const ageTold =
  /\b(?:i'?m|i am|turned|aged?:?) (\d\d)\b(?! ?(?:%|hours?|hrs?|minutes?|min|days?|weeks?|months?|miles|km|credits?|percent|am|pm|(?:years?|yrs?) (?:of|in|into|at|with))|[:/.,]\d)|\b(\d\d)[- ]?(?:years?[- ]old|y\/?o)\b|^(\d\d)(?:[,.] (?!\d)|,? (?=(?:and|year|with|from|back)\b))/iu;
const [youngest, oldest] = [13, 90];

/** Returns how old somebody says they are, and where; whoever is under age counts as 17. */
export function findAge(
  passages: readonly Pick<Segment, 'text' | 'stance'>[],
): { age: number; quote: string } | undefined {
  for (const { text, stance } of passages) {
    if (stance === 'other') continue;
    const said = text.replace(/^[^:]{0,80}\?: /, '');
    const [, one, other, first] = ageTold.exec(said) ?? [];
    const age = Number(one ?? other ?? first ?? (/\b(?:under ?age|a minor\b(?! in))/i.test(said) ? 17 : 0));
    if (age >= youngest && age <= oldest) return { age, quote: text };
  }
  return undefined;
}

/** Returns whether a text names a job, or dates from and to as jobs have. */
export const isAboutWork = (text: string): boolean => work.test(text) || span.test(text);

/** Parses a number of years: `5`, `4.5`, `five`. */
export const toNumber = (written: string): number =>
  Math.max(numbers.indexOf(written.toLowerCase()), Number.parseFloat(written) || 0);

/** Returns the jobs whose duration a resume or a motivation tells, longest first; a job without an end counts until the event. */
export function listJobs<T extends { text: string; source: string; stance: Segment['stance'] }>(
  passages: readonly T[],
  eventDate: string,
): { years: number; passage: T }[] {
  const thisYear = Number(eventDate.slice(0, 4));
  const found = passages.flatMap((passage) => {
    const { text, source, stance } = passage;
    if (stance !== 'asserted' || ['education', 'answer', 'food', 'major'].includes(source)) return [];
    const [, count] = told.exec(text) ?? [];
    const [, from, to] = span.exec(text) ?? [];
    const until = /^\d/.test(to ?? '') ? Number(to) : thisYear;
    const isNamed = source === 'experience' || work.test(text);
    // Studies last until after the event.
    const isLong = lasted.test(text) && !study.test(text) && !(Number(to) >= thisYear);
    if (!isNamed && !isLong) return [];
    const years = Math.max(count ? toNumber(count) : 0, from ? until - Number(from) : 0);
    return years > 0 && years < 60 ? [{ years, passage }] : [];
  });
  return found.sort((a, b) => b.years - a.years);
}

/** A question about hackathons, as a passage has it before the answer, and the answer. */
const attended =
  /^(?=[^:]{0,80}\b(?:first|been|before|attend\w*|many|ever|so far|past|previous|number|experience)\b)([^:]{0,80}\bhackathons?\b[^:]{0,80}): (.*)/is;
const often = { once: 1, twice: 2, few: 3, several: 3, many: 5, lots: 5 };

/** Returns how many hackathons an answer to a question about them tells of: "7ish", "my third", "no" to "First hackathon?". */
function countAnswered(label: string, answer: string): number {
  const turn = findTurn(answer);
  if (turn > 0) return turn - 1;
  const [, count] = plainNumber.exec(answer) ?? [];
  if (count) return toNumber(count);
  const [told] = /\b(?:once|twice|few|several|many|lots)\b/i.exec(answer) ?? [];
  if (told) return often[told.toLowerCase() as keyof typeof often];
  const denies = /^\W*(?:\w+ )?(?:no|nope|nah|not)\b/i.test(answer);
  return Number(/\bfirst\b/i.test(label) ? denies : /^\W*(?:y|yes|yep|yeah|sure)\b/i.test(answer));
}

/** Returns how many hackathons before this one the passages of somebody tell of, and where. */
export function countHackathons(passages: readonly Pick<Segment, 'text' | 'stance'>[]): {
  count: number;
  quote: string;
} {
  const names = new Set<string>();
  let most = { count: 0, quote: '' };
  for (const { text, stance } of passages) {
    const [, label, answer] = attended.exec(text) ?? [];
    if (answer === undefined && (stance !== 'asserted' || !isAboutHackathon(text))) continue;
    for (const [name] of (answer ?? text).matchAll(hackathonNames)) names.add(name);
    const [, counted] = severalHackathons.exec(answer ?? text) ?? [];
    const own =
      answer === undefined ? Number(counted ? toNumber(counted) : 1) : countAnswered(label!, answer);
    const [turn = ''] = /\b(?:my|our|the|be|is) \w+ (?:hackathon|hack|one)\b/i.exec(text) ?? [];
    const count = Math.max(own, names.size, findTurn(turn) - 1);
    if (count > most.count) most = { count, quote: text };
  }
  return most;
}
