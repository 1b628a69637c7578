import { fullYear, type Year } from './facts.ts';
import { findMentions } from './find-mentions.ts';
import { findMajors } from './majors.ts';
import { ordinaryWords } from './query-words.ts';
import { keepTokens, type Token } from './text.ts';
import { narrowestTerms, type Thesaurus } from './thesaurus.ts';

function without(tokens: Token[], taken: ReadonlySet<number>): Token[] {
  return keepTokens(tokens, (_, at) => !taken.has(at));
}

/** Extracts the tracks of a query: a track's name, or its first word before `track`. */
export function extractTracks(
  tokens: Token[],
  tracks: readonly string[],
): { tracks: string[]; rest: Token[] } {
  const found: string[] = [];
  const taken = new Set<number>();
  for (const track of tracks) {
    const [first = '', ...others] = track.toLowerCase().split(/\s+/);
    for (const [at, token] of tokens.entries()) {
      if (token.lower !== first) continue;
      const next = tokens[at + 1];
      const unmistakable =
        others.length > 0 &&
        others[0] !== 'track' &&
        others.every((word, offset) => tokens[at + 1 + offset]?.lower === word);
      if (next?.single === 'track' || unmistakable) {
        found.push(track);
        taken.add(at).add(at + 1);
      }
    }
  }
  return { tracks: [...new Set(found)], rest: without(tokens, taken) };
}

const yearNames: Record<string, Year[]> = {
  freshman: [1],
  freshmen: [1],
  frosh: [1],
  sophomore: [2],
  junior: [3],
  senior: [4],
  'first year': [1],
  '1st year': [1],
  'second year': [2],
  '2nd year': [2],
  'third year': [3],
  '3rd year': [3],
  'fourth year': [4],
  '4th year': [4],
  'final year': [4],
  'last year': [4],
  'fifth year': [4],
  master: [5],
  msc: [5],
  'ms student': [5],
  mtech: [5],
  btech: [1, 2, 3, 4],
  bachelor: [1, 2, 3, 4],
  phd: [6],
  doctoral: [6],
  doctorate: [6],
  graduate: [5, 6],
  grad: [5, 6],
  'graduate student': [5, 6],
  'grad student': [5, 6],
  postgraduate: [5, 6],
  postgrad: [5, 6],
  undergraduate: [1, 2, 3, 4],
  undergrad: [1, 2, 3, 4],
  underclassman: [1, 2],
  underclassmen: [1, 2],
  upperclassman: [3, 4],
  upperclassmen: [3, 4],
  'upper division': [3, 4],
  'lower division': [1, 2],
};
const ordinals: Record<string, Year> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  final: 4,
};
const notStudents = new Set(
  'developer engineer analyst designer consultant associate citizen center centre care living high'.split(
    ' ',
  ),
);
const classWords = /^(?:class|graduat\w*|grads?)$/;
const degrees = /^(?:master|masters|msc|ms|mba|phd|doctoral|doctorate|grad|graduate)$/;

const yearWord = (token: Token | undefined) => (token?.single === 'yr' ? 'year' : (token?.single ?? ''));

/** Returns the years that the words at a position name, and the number of these words; without `class of 2027` and the like. */
function yearsAt(tokens: readonly Token[], at: number): { years: Year[]; length: number } | undefined {
  const [token, next, after, last] = tokens.slice(at, at + 4);
  const ordinal = ordinals[token!.lower];
  if (ordinal && next?.lower === 'or' && after && ordinals[after.lower] && yearWord(last) === 'year')
    return { years: [ordinal], length: 2 };
  const two = yearNames[`${token!.lower} ${yearWord(next)}`];
  // A second-year PhD student is a PhD student.
  if (two) return { years: degrees.test(after?.lower ?? '') ? [] : two, length: 2 };
  const one = yearNames[token!.lower] ?? yearNames[token!.single];
  return one && !notStudents.has(next?.single ?? '') ? { years: one, length: 1 } : undefined;
}

/** Extracts the years of study of a query; several mean any of them. `academic` is the year in which the academic year ends. */
export function extractYears(tokens: Token[], academic: number): { years: Year[]; rest: Token[] } {
  const years: Year[] = [];
  const taken = new Set<number>();
  for (const [at, token] of tokens.entries()) {
    if (!/^(?:20)?\d\d$/.test(token.lower)) continue;
    const from = Math.max(0, at - 3);
    const beside = tokens.slice(from, at + 2).findIndex((near) => classWords.test(near.lower));
    if (beside < 0) continue;
    const left = fullYear(token.lower) - academic;
    if (left >= 0 && left <= 3) years.push((4 - left) as Year);
    taken.add(at).add(from + beside);
  }
  for (const at of tokens.keys()) {
    const named = taken.has(at) ? undefined : yearsAt(tokens, at);
    if (!named) continue;
    years.push(...named.years);
    for (let word = at; word < at + named.length; word++) taken.add(word);
  }
  return { years: [...new Set(years)], rest: without(tokens, taken) };
}

const cues =
  /^(?:major|majors|majoring|majored|student|students|studying|studies|study|degree|degrees|undergrad|undergrads)$/;
const majorNames = /^(?:majors?|majoring|majored|degrees?)$/;
const strong = /engineer|science|information systems|information technology/;
const notStrong = /software|data|computer vision|materials/;

/**
 * Extracts the majors of a query. A name that is a skill as well (design, marketing) is a major only beside a word
 * like `major` or `student`; in an exclusion, also alone. `skills` are the concepts of the names, unless it says `major`.
 */
export function extractMajors(
  tokens: Token[],
  options: { hasYear: boolean; thesaurus: Thesaurus; negated?: boolean; cued?: boolean },
): { majors: number[]; skills: number[]; rest: Token[] } {
  const majors: number[] = [];
  const skills: number[] = [];
  const taken = new Set<number>();
  const words = tokens.map((token) => token.single);
  const allCapitals = tokens.length > 2 && tokens.every(({ raw }) => raw === raw.toUpperCase());
  const named = tokens.some(({ lower }) => majorNames.test(lower));
  const cuePositions = tokens.flatMap((token, at) => (cues.test(token.lower) ? [at] : []));
  const joined = (from: number, to: number) =>
    tokens
      .slice(from, to)
      .every(
        (token) =>
          /^(?:or|and|a|an|the|in|of|double|dual|joint)$/.test(token.lower) ||
          findMajors([token.single]).length > 0 ||
          cues.test(token.lower),
      );
  let before: { to: number } | undefined;
  for (const hit of findMajors(words)) {
    const name = words.slice(hit.from, hit.to).join(' ');
    const mentions = findMentions(tokens.slice(hit.from, hit.to), options.thesaurus, { query: true });
    const isSkill = mentions.length > 0;
    // "Nursing majors, robotics" asks for a skill, "nursing, robotics or biology majors" for majors.
    const isApart = (from: number, to: number) => {
      const between = tokens.slice(from, to + 1);
      return (
        isSkill &&
        between.some((token) => token.breakBefore) &&
        !between.some(({ lower }) => lower === 'and' || lower === 'or')
      );
    };
    const beside = cuePositions.some(
      (at) =>
        (at >= hit.to &&
          (at - hit.to <= 1 || (at - hit.to <= 8 && joined(hit.to, at))) &&
          !isApart(hit.to, at)) ||
        (at < hit.from && hit.from - at <= 2 && !(before && isApart(at + 1, hit.from))),
    );
    const isStrong = strong.test(name) && !notStrong.test(name) && !hit.ambiguous;
    // CS or ME in capitals is a major, unless the whole query is in capitals.
    // "Show me students" names no major.
    if (hit.to - hit.from === 1 && ordinaryWords.has(tokens[hit.from]!.raw)) continue;
    const plain = !hit.ambiguous || (!allCapitals && /^\p{Lu}{2,}$/u.test(tokens[hit.from]!.raw));
    const lone = options.negated && !options.cued && !isSkill && plain;
    // "studying nursing or public health"
    const continues =
      before !== undefined &&
      before.to < hit.from &&
      joined(before.to, hit.from) &&
      hit.from - before.to <= 2 &&
      !isApart(before.to, hit.from);
    if (!(beside || isStrong || lone || continues || (options.hasYear && !isSkill && plain))) continue;
    majors.push(hit.major);
    if (!named) skills.push(...mentions.map(({ concept }) => concept));
    before = hit;
    for (let at = hit.from; at < hit.to; at++) taken.add(at);
  }
  for (const at of cuePositions) if (majors.length > 0) taken.add(at);
  return {
    majors: [...new Set(majors)],
    skills: narrowestTerms(skills, options.thesaurus),
    rest: without(tokens, taken),
  };
}
