import { fillerWords, type Token, tokenize } from './text.ts';
import { isCommon, isOrdinary } from './words.ts';

/** A question of the event's own whose answers a search may name. */
export interface OwnQuestion {
  id: string;
  label: string;
  /** The answers are `options`, or what people wrote. */
  type: 'choice' | 'several' | 'country' | 'school' | 'text';
  options?: readonly string[] | undefined;
  sensitive: boolean;
}

/** Answers to one question that a search names, with their place in its text. */
interface NamedAnswers {
  question: OwnQuestion;
  values: string[];
  /** The number of words. */
  size: number;
  from: number;
  to: number;
}

const chooses = /^(?:tak(?:es?|ing)|by|needs?|needing|wants?|chose|chosen|picked|selected|answered)$/;
const has = /^(?:has|have|having|owns?)$/;
const comes = /^(?:from|in|lives?)$/;
const attends =
  /^(?:from|at|attend(?:s|ing|ed)?|go(?:es)?|school|university|college|stud(?:y|ies|ying)|enrolled)$/;
const works =
  /^(?:work|intern|employ|job|volunteer|taught|teach|research|hire|engineer|developer|analyst|assist)/;
const student = /^(?:students?|undergrads?|freshm[ae]n|sophomores?|juniors?|seniors?)$/;
// How far from an answer the words of its question may stand.
const beside = 3;

/** Returns whether answers are chosen from a list: a search for one leaves out whoever has another. */
export const isChosen = ({ type }: OwnQuestion): boolean => type !== 'school' && type !== 'text';

/** Tells whether words are the name of what people know, or have to do with it. */
export type FindTopic = (text: string) => 'name' | 'word' | undefined;

const isFiller = ({ lower }: Token) => fillerWords.has(lower);
const readWords = (text: string) => tokenize(text).filter((token) => !isFiller(token));
const isTelling = (token: Token) => !isOrdinary(token) && !/^\d+$/.test(token.lower);
const isRare = (token: Token) => isTelling(token) && !isCommon(token);
const toStems = (tokens: readonly Token[]) => tokens.map(({ stem }) => stem);

/** A way to name an answer: with all of its words, or with those that tell it from others. */
interface Name {
  value: string;
  all: Token[];
  telling: Token[];
  rare: Token[];
  initials: string;
}

const known = new WeakMap<readonly string[], Name[]>();

/** Returns the names of answers: "Secondary / High School" has two. */
function listNames(answers: readonly string[], isList: boolean): Name[] {
  const found = known.get(answers);
  if (found) return found;
  const names = answers.flatMap((value) =>
    (isList ? value.replace(/\([^)]*\)/g, ' ').split(/\s*\/\s*|,? or /) : [value]).map((text) => {
      const all = readWords(text);
      const initials = [...text.matchAll(/(?<!\p{L})\p{Lu}/gu)].join('');
      return { value, all, telling: all.filter(isTelling), rare: all.filter(isRare), initials };
    }),
  );
  const telling = names.filter((name) => name.telling.length > 0);
  known.set(answers, telling);
  return telling;
}

/** Returns the position after a run of words that begins at a position; 0 where there is none. */
function matchRun(tokens: readonly Token[], from: number, run: readonly Token[]): number {
  let at = from;
  for (const [place, { stem }] of run.entries()) {
    while (place > 0 && tokens[at] && isFiller(tokens[at]!)) at += 1;
    if (tokens[at]?.stem !== stem || (place > 0 && tokens[at]!.breakBefore)) return 0;
    at += 1;
  }
  return run.length > 0 ? at : 0;
}

/** Finds the answers to the event's own questions that a search names. `given` lists what people have answered. */
export function findAnswers(
  text: string,
  questions: readonly OwnQuestion[],
  { given, findTopic }: { given: (question: string) => readonly string[]; findTopic: FindTopic },
): NamedAnswers[] {
  const tokens = tokenize(text);
  const asked = new Set(tokens.flatMap(({ stem, raw }) => [stem, raw]));
  const found: NamedAnswers[] = [];
  /** Returns the word that a pattern describes, if it stands before a position. */
  const findBefore = (at: number, pattern: RegExp, most = 1) => {
    const isJoining = ({ lower }: Token) => lower === 'or' || lower === 'and';
    const before = tokens
      .slice(0, at)
      .filter((token) => !isFiller(token) || isJoining(token) || pattern.test(token.lower));
    // "By train or bus", "needs captions and a ramp".
    while (before.at(-1) && isJoining(before.at(-1)!)) before.splice(-2);
    return before.slice(-most).find(({ lower }) => pattern.test(lower));
  };
  for (const question of questions) {
    const ofLabel = new Set(toStems(readWords(question.label).filter(isTelling)));
    const findLabel = (from: number, to: number) =>
      tokens.findIndex(
        ({ stem }, at) =>
          ofLabel.has(stem) && at >= from - beside && at < to + beside && (at < from || at >= to),
      );
    /** Returns where a named answer begins, with the word that shows that it is one; undefined of other words. */
    const findStart = (
      { all, rare }: Name,
      from: number,
      to: number,
      isWhole: boolean,
    ): number | undefined => {
      const { start } = tokens[from]!;
      const label = findLabel(from, to);
      if (label >= 0) return Math.min(start, tokens[label]!.start);
      const isBegin = (word: Token | undefined): number | undefined => {
        const between = word ? tokens.filter((token) => token.start > word.start && token.start < start) : [];
        return word && (between.every(isFiller) ? word.start : start);
      };
      const startIf = (isSure: boolean) => (isSure ? start : undefined);
      const topic = findTopic(text.slice(start, tokens[to - 1]!.end));
      if (question.type === 'text' || question.type === 'country') {
        const isAnswer = isWhole && topic !== 'name';
        return isBegin(findBefore(from, comes) ?? (isAnswer ? findBefore(from, chooses) : undefined));
      }
      if (question.type === 'school') {
        if (findBefore(from, works, 2)) return undefined;
        const isNamed = (isWhole && all.length > 1) || student.test(tokens[to]?.lower ?? '');
        return isBegin(findBefore(from, attends)) ?? startIf(isNamed);
      }
      if (topic === 'name') return undefined;
      const begin = isBegin(findBefore(from, chooses));
      if (begin !== undefined || topic !== undefined) return begin;
      return isBegin(findBefore(from, has)) ?? startIf(rare.length > 0 || all.length > 1);
    };
    const findPlace = (name: Name, from: number) => {
      const { all, telling, rare, initials } = name;
      const whole = matchRun(tokens, from, all);
      let to = whole;
      if (whole === 0 && question.options) to = matchRun(tokens, from, rare);
      else if (whole === 0 && question.type !== 'country') {
        if (tokens[from]!.raw === initials && initials.length > 1) to = from + 1;
        else for (to = from; telling.some(({ stem }) => stem === tokens[to]?.stem); ) to += 1;
      }
      const start = to > from ? findStart(name, from, to, whole > 0) : undefined;
      const end = tokens[Math.max(to - 1, findLabel(from, to))]?.end;
      const isExact = whole > 0 || question.options;
      const value = isExact ? name.value : text.slice(tokens[from]!.start, tokens[to - 1]?.end);
      return start === undefined ? [] : [{ value, size: to - from, from: start, to: end! }];
    };
    const places = listNames(question.options ?? given(question.id), question.options !== undefined)
      .filter(({ telling, initials }) => asked.has(initials) || telling.some(({ stem }) => asked.has(stem)))
      .flatMap((name) => tokens.flatMap((_, from) => findPlace(name, from)))
      .sort((a, b) => b.size - a.size);
    for (const { value, size, from, to } of places) {
      const same = found.find((one) => one.question === question && one.from < to && one.to > from);
      if (!same) found.push({ question, values: [value], size, from, to });
      // "High school" may name two choices.
      else if (question.options && same.size === size && !same.values.includes(value))
        same.values.push(value);
    }
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Returns which answers fit some values: all that mean the same where people wrote them, "Howard" and "Howard University". */
export function listFitting(
  question: OwnQuestion,
  values: readonly string[],
  given: readonly string[],
): ReadonlySet<string> {
  if (isChosen(question)) return new Set(values);
  const isWithin = (some: Token[], all: Token[]) =>
    some.every(({ stem }) => all.some((other) => other.stem === stem));
  const asked = listNames(values, false);
  const fitting = listNames(given, false).filter(({ all, telling, initials }) =>
    asked.some(
      (one) =>
        isWithin(one.all, all) ||
        (telling.length === one.telling.length && isWithin(telling, one.telling)) ||
        one.value === initials,
    ),
  );
  return new Set(fitting.map(({ value }) => value));
}
