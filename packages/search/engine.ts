import { editDistance } from '../text/edit-distance.ts';
import { foldText } from '../text/fold-text.ts';
import { listFitting } from './answers.ts';
import { findFirstHackathon, isAboutWork } from './facts.ts';
import { type EventWords, type Field, fieldWords, findOwnQuestion, toRater } from './fields.ts';
import { type Applicant, type BuiltProfile, buildProfile, type Passage, type Profile } from './profile.ts';
import { namedShare, type Part, parseQuestion, type Question, type Unit } from './question.ts';
import { correctSpelling, SpellingDictionary, soundOfName } from './spelling.ts';
import { stem } from './stem.ts';
import { type EventTerm, loadThesaurus, type Thesaurus } from './thesaurus.ts';
import { maxPassages, WordIndex } from './word-index.ts';
import { isCommonStem, isEnglish } from './words.ts';

/** How one part of a question is met by a person, and the passage that says so. */
interface PartRating {
  /** From 0 to 1. */
  value: number;
  /** The position of the passage; absent for a name. */
  passage?: number;
  /** The passage has none of the words, only a concept of them. */
  isRelated?: boolean;
}

export interface Ranked {
  id: string;
  /**
   * From 0 to 0.99: the share of what was asked for that has evidence. Below 0.5 when a part has none, unless the question
   * tells a story, and for whoever has much less than the best.
   */
  score: number;
  /** Stands above the line: fits enough of a question of which everything is known. */
  fits: boolean;
  fields: { value: number; quote: string }[];
  parts: PartRating[];
  /** For what the question excludes, the position of the passage that denies it. */
  denials: (number | undefined)[];
}

/** What a search found: people, best first, and the words that nobody wrote. */
export interface Found {
  ranked: Ranked[];
  missing: string[];
}

/** The passage of an applicant that is nearest in meaning to a text, and how near, from 0 to 1. */
export interface Nearest {
  nearness: number;
  /** The position of the passage. */
  passage: number;
}

/** What a model of meaning finds by applicant: for a question as a whole, and for each of its parts. */
export interface Meaning {
  whole: ReadonlyMap<string, Nearest>;
  parts: readonly ReadonlyMap<string, Nearest>[];
}

interface FindOptions {
  allowed?: (profile: Profile) => boolean;
  statusOf?: (profile: Profile) => string;
  /** Whose name, answers and other facts must not be found out. */
  isHidden?: (id: string) => boolean;
  /** Whether the reader may see answers marked sensitive. */
  readsSensitive?: boolean;
  meaning?: Meaning;
}

const sourceWeight: Record<Passage['source'], number> = {
  ...{ experience: 1, projects: 1, why: 0.95, answer: 0.95, food: 0.95 },
  ...{ other: 0.85, skills: 0.8, education: 0.75, major: 0.6 },
};
const stanceWeight = { asserted: 1, wish: 0.12, other: 0.1, negated: 0.03 };
const wishWeight = { asserted: 0.25, wish: 1, other: 0.5, negated: 0.03 };
/** What counts when passages are rated: stances, and narrower concepts. */
const asking = { stances: stanceWeight, isNarrower: true, isStrict: true };
/** What is excluded. */
const excluding = { ...asking, isStrict: false };
const wishing = { ...asking, stances: wishWeight };
// "No Python" does not deny all code.
const denying = {
  stances: { asserted: 0, wish: 0, other: 0, negated: 1 },
  isNarrower: false,
  isStrict: false,
};
/** A part has evidence from here on, and is met from there on. */
export const [enough, met] = [0.28, 0.4];
const [narrower, related] = [0.9, 0.3];
// Somebody wrote the words: what only belongs to the same topic is no more than partial.
const besideWritten = met - 0.01;
// Nobody wrote the word, though somebody wrote something related.
const unwritten = 0.6;
// What the other words count when nobody wrote one of them.
const withoutOne = 0.5;
// A passage this near in meaning to a part is shown, as related; it is no evidence.
const nearEnough = 0.45;
const lessThanEnough = enough - 0.01;
// Somebody says the same in other words.
const sameMeaning = 0.5;
// What nearness to the whole question counts beside everything else.
const forMeaning = 0.8;
const contradicts = 0.35;
const unsaid = 0.2;
// What is excluded and not denied either has no sentence.
const mostUnsaid = 0.79;
const mostWithoutEvidence = 0.49;
const fieldWeight = 2;
// The share of a question that may be unknown to everybody.
const mostMissing = 0.34;
// Who has less of a question stands below the line.
const nearBest = 0.34;
// Who has less of it than this share of the best has a score below 0.5.
const mostOfBest = 0.65;
// A word in so few applications may be a typing error of theirs.
const rareTypo = 0.003;
/** Whether a field leaves out whoever does not meet it; the others only count less. */
const excludes = ({ key, not, isList }: Field): boolean =>
  not || isList || ['status', 'track', 'size', 'team', 'coming', 'checkpoint'].includes(key);

// What the answers of hidden people say must not be found out.
const isOwnAnswer = /^(?:food|size|answer:.*)$/;

/** The in-memory search index of all applicants. */
export class SearchEngine {
  readonly thesaurus: Thesaurus;
  readonly event: EventWords;
  #profiles: (Profile | undefined)[] = [];
  #positions = new Map<string, number>();
  #words = new WordIndex();
  /** The applicants with a word in their name. */
  #names = new Map<string, Set<number>>();
  #descendants = new Map<number, number[]>();
  #spelling: SpellingDictionary | undefined;
  /** What people have answered, by question. */
  #given: Map<string, string[]> | undefined;

  constructor(options: EventWords & { /** The event's own terms. */ terms?: readonly EventTerm[] }) {
    this.thesaurus = loadThesaurus(options.terms);
    this.event = { ...options, given: (question) => this.#listGiven(question) };
  }

  get size(): number {
    return this.#positions.size;
  }

  /** Builds an applicant's profile and inserts or replaces it. */
  put(applicant: Applicant): Profile {
    return this.insert(buildProfile(applicant, this.thesaurus, this.event.eventDate));
  }

  /** Inserts or replaces a profile. */
  insert({ profile, words }: BuiltProfile): Profile {
    const position = this.#positions.get(profile.id) ?? this.#profiles.length;
    this.#forget(position);
    this.#profiles[position] = profile;
    this.#positions.set(profile.id, position);
    this.#words.add(position, words);
    for (const word of wordsOfName(profile.name)) {
      const known = this.#names.get(word);
      if (known) known.add(position);
      else this.#names.set(word, new Set([position]));
    }
    return profile;
  }

  remove(id: string): void {
    const position = this.#positions.get(id);
    if (position === undefined) return;
    this.#forget(position);
    this.#profiles[position] = undefined;
    this.#positions.delete(id);
  }

  #forget(position: number): void {
    this.#spelling = undefined;
    this.#given = undefined;
    this.#words.remove(position);
    for (const word of wordsOfName(this.#profiles[position]?.name ?? '')) {
      const known = this.#names.get(word);
      known?.delete(position);
      if (known?.size === 0) this.#names.delete(word);
    }
  }

  profile(id: string): Profile | undefined {
    return this.#profiles[this.#positions.get(id) ?? -1];
  }

  /** Returns how many applicants state to have something to do with one of some concepts. */
  countAsserting(concepts: readonly number[]): number {
    const found = new Set<number>();
    for (const entry of concepts.flatMap((concept) => this.#words.find(`#${concept}`))) {
      const applicant = Math.floor(entry / maxPassages);
      if (this.#passage(entry)?.stance === 'asserted') found.add(applicant);
    }
    return found.size;
  }

  /** Lists the answers that people gave to a question, the most frequent first; those that were sensitive only if it is now. */
  #listGiven(question: string): readonly string[] {
    this.#given ??= this.#countGiven();
    return this.#given.get(question) ?? [];
  }

  #countGiven(): Map<string, string[]> {
    const counts = new Map<string, Map<string, number>>();
    const secret = new Set(this.event.questions?.filter((one) => one.sensitive).map(({ id }) => id));
    for (const { field, sensitive } of this.#profiles.flatMap((profile) => profile?.passages ?? [])) {
      if (!field || (sensitive && !secret.has(field.question))) continue;
      const own = counts.get(field.question) ?? new Map<string, number>();
      counts.set(field.question, own);
      for (const value of field.values) own.set(value, (own.get(value) ?? 0) + 1);
    }
    const sorted = [...counts].map(
      ([question, own]) => [question, [...own].sort((a, b) => b[1] - a[1]).map(([value]) => value)] as const,
    );
    return new Map(sorted);
  }

  #passage(entry: number): Passage | undefined {
    return this.#profiles[Math.floor(entry / maxPassages)]?.passages[entry % maxPassages];
  }

  /** Parses a question against the words that applicants use, and the event's own questions that the reader may see. */
  parse(
    text: string,
    { readsSensitive = false, isHidden = () => false }: Pick<FindOptions, 'readsSensitive' | 'isHidden'> = {},
  ): Question {
    const frequency = (word: string) => this.#words.frequency(stem(word));
    this.#spelling ??= new SpellingDictionary([
      ...[...this.#words.words()].filter((known) => /^\p{L}/u.test(known) && !this.#names.has(known)),
      ...this.thesaurus.spellings,
      ...fieldWords,
    ]);
    const spelling = this.#spelling;
    // A correction must not tell the name of somebody who is hidden.
    const isName = (name: string) =>
      [...(this.#names.get(name) ?? [])].some((position) => !isHidden(this.#profiles[position]!.id));
    const lexicon = {
      isWritten: (word: string) => this.#words.frequency(word) > 0,
      isName: (word: string) => isName(foldText(word)),
      isTerm: (word: string) => this.thesaurus.spellings.has(word),
      correct: (word: string) => {
        const own = frequency(word);
        const isTerm = this.thesaurus.spellings.has(word);
        const name = own === 0 && !isTerm && this.#listAlikeNames(word).find(isName);
        if (name) return name;
        if (isEnglish(word) || isTerm || this.thesaurus.stems.has(stem(word))) return undefined;
        const weigh = (known: string) =>
          Math.min(7, Math.log2(1 + frequency(known) + (this.thesaurus.spellings.has(known) ? 3 : 0)));
        const meant = correctSpelling(word, spelling, weigh);
        // What somebody wrote is right, unless it is a word of a field.
        return own > 0 && !fieldWords.includes(meant ?? '') ? undefined : meant;
      },
    };
    const questions = this.event.questions?.filter(({ sensitive }) => readsSensitive || !sensitive) ?? [];
    const event = { ...this.event, questions };
    return parseQuestion(text, { thesaurus: this.thesaurus, lexicon, event });
  }

  /** Parses a text and finds the applicants that match. */
  search(text: string, options: FindOptions = {}): Found & { question: Question } {
    const question = this.parse(text, options);
    return { question, ...this.find(question, options) };
  }

  /** Returns the applicants that match a question, best first, and the words that nobody wrote. */
  find(question: Question, options: FindOptions = {}): Found {
    const { allowed = () => true, isHidden = () => false, statusOf, readsSensitive = false } = options;
    const { fields, parts, not } = question;
    if (fields.length + parts.length + not.length === 0) return { ranked: [], missing: [] };
    const rated = parts.map((part) => this.#ratePart(part, options));
    const excluded = not.map((part) => this.#ratePart({ ...part, wish: false }, options, excluding));
    const denied = not.map((part) => this.#ratePart(part, options, denying));
    const raters = fields.map((field) => {
      const own = findOwnQuestion(field.key, this.event);
      const fitting = own && listFitting(own, field.values, this.#listGiven(own.id));
      return toRater(field, { readsSensitive, fitting });
    });
    const near = [...(options.meaning?.whole.keys() ?? [])].flatMap((id) => this.#positions.get(id) ?? []);
    const nearest = Math.max(
      0,
      ...[...(options.meaning?.whole.values() ?? [])].map(({ nearness }) => nearness),
    );
    // Nobody else has anything of it.
    const positions =
      fields.length > 0 || parts.length === 0
        ? this.#profiles.keys()
        : new Set([...rated.flatMap(({ people }) => [...people.keys()]), ...near]);
    const asksStatus = statusOf && fields.some(({ key }) => key === 'status');
    const found: (Ranked & { exact: number; most: number; isWhole: boolean })[] = [];
    for (const position of positions) {
      const profile = this.#profiles[position];
      if (!profile || !allowed(profile)) continue;
      const denials = denied.map(({ people }) => {
        const { value = 0, passage } = people.get(position) ?? {};
        return value >= enough ? passage : undefined;
      });
      const isExcluded = ({ people }: { people: ReadonlyMap<number, PartRating> }, at: number) =>
        denials[at] === undefined && (people.get(position)?.value ?? 0) >= contradicts;
      if (excluded.some(isExcluded)) continue;
      const isSecret = isHidden(profile.id);
      const known = isSecret ? withoutAnswers(profile) : profile;
      const seen = asksStatus ? { ...known, status: statusOf!(profile) } : known;
      const facts = raters.map((rate, at) => {
        // What only the site knows, the caller has filtered by.
        const rating = rate(seen) ?? { value: 1, quote: '' };
        return isSecret && isOwnAnswer.test(fields[at]!.key) ? { value: 0, quote: '' } : rating;
      });
      if (facts.some(({ value }, at) => value < 0.3 && excludes(fields[at]!))) continue;
      const findNear = (nearest: ReadonlyMap<string, Nearest> | undefined): Nearest | undefined => {
        const near = nearest?.get(profile.id);
        return near && isSecret && profile.passages[near.passage]?.source === 'answer' ? undefined : near;
      };
      const own = rated.map(({ people }, at) => {
        const rating = people.get(position) ?? { value: 0 };
        const near = findNear(options.meaning?.parts[at]);
        return near && near.nearness >= nearEnough && rating.value < enough
          ? { value: rating.value, passage: near.passage, isRelated: true }
          : rating;
      });
      const shares = [
        ...facts.flatMap(({ value }, at) =>
          excludes(fields[at]!) && value === 1 ? [] : [{ value, weight: fieldWeight, isMet: value > 0.6 }],
        ),
        ...own.map(({ value }, at) => ({ value, weight: rated[at]!.weight, isMet: value >= met })),
      ];
      // When a question only excludes something, people who deny it come first.
      const isUnsaid = denials.includes(undefined);
      const isOnlyNot = parts.length === 0 && not.length > 0 && shares.length === 0;
      const near = forMeaning * (findNear(options.meaning?.whole)?.nearness ?? 0);
      const exact = near + (isOnlyNot && isUnsaid ? unsaid : cover(shares));
      if (exact <= 0) continue;
      const isSome = parts.length > 0 || shares.length === 0 || shares.some(({ isMet }) => isMet);
      // No word of a story has to be found.
      const isWhole = question.isLong || shares.every(({ isMet }) => isMet);
      const score = 0.49 * Math.min(1, exact / (1 + forMeaning * nearest));
      const most = !isUnsaid ? 1 : isOnlyNot ? mostWithoutEvidence : mostUnsaid;
      const all = { fields: facts, parts: own, denials };
      found.push({ id: profile.id, score, most, isWhole, exact, fits: isSome, ...all });
    }
    const unmet = rated.map(({ size, missing, lack }, at) => {
      const isNear =
        !missing.some(({ isName }) => isName) &&
        [...(options.meaning?.parts[at]?.values() ?? [])].some(({ nearness }) => nearness >= sameMeaning);
      return isNear
        ? { weight: 0, missing: [] }
        : { weight: size * lack, missing: missing.map(({ text }) => text) };
    });
    const total = sum(rated.map(({ size }) => size)) + fieldWeight * fields.length;
    const lacking = sum(unmet.map(({ weight }) => weight));
    const isAnswered = question.isLong || total === 0 || lacking / total < mostMissing;
    const best = Math.max(0, ...found.map(({ exact }) => exact));
    const ranked = found
      .map(({ most, isWhole, ...one }) => {
        const fits = one.fits && isAnswered && one.exact >= nearBest * best;
        const isMost = fits && isWhole && one.exact >= mostOfBest * best;
        return { ...one, fits, score: Math.min(most, one.score + (isMost ? 0.5 : 0)) };
      })
      .sort(
        (a, b) =>
          Number(b.fits) - Number(a.fits) || b.score - a.score || b.exact - a.exact || (a.id < b.id ? -1 : 1),
      );
    return { ranked, missing: unmet.flatMap(({ missing }) => missing) };
  }

  /** Rates how each applicant meets a part. `lack` is the share of it of which nobody has anything. */
  #ratePart(part: Part, options: FindOptions, reading = part.wish ? wishing : asking) {
    const people = new Map<number, PartRating>();
    const [weights, sizes]: [number[], number[]] = [[], []];
    let lack = 1;
    let missing: Unit[] = [];
    for (const units of part.alternatives) {
      const all = units.map((unit) => {
        const how = { ...(unit.isDenied ? denying : reading), isEmployer: part.isEmployer };
        const entries = this.#rateUnit(unit, how, options);
        const values = [...entries.values()];
        const isKnown = values.some(({ value }) => value >= enough);
        const isRelated = isKnown && !this.#isWritten(unit) && values.every(({ isRelated }) => isRelated);
        return { unit, entries, isKnown, isRelated, weight: this.#weigh(unit) };
      });
      // Everyday words that nobody wrote say nothing.
      const known = all.filter(({ isKnown }) => isKnown);
      const absent = all.filter(({ isKnown, unit }) => !isKnown && (known.length === 0 || !unit.isCommon));
      const used = known.length > 0 ? known : all;
      const total = known.length > 0 ? sum(known.map(({ weight }) => weight)) : 0;
      const away = sum(absent.map(({ weight }) => weight));
      const widened = known.filter(({ isRelated }) => isRelated);
      const lost = away + unwritten * sum(widened.map(({ weight }) => weight));
      const own = total + away > 0 ? lost / (total + away) : 0;
      if (own < lack || missing.length === 0) missing = [...absent, ...widened].map(({ unit }) => unit);
      lack = Math.min(lack, own);
      weights.push(Math.max(...used.map(({ weight }) => weight)));
      sizes.push(total + away);
      for (const [position, { value, ...where }] of combine(used, sum(used.map(({ weight }) => weight)))) {
        // "Interned at Google": who interned elsewhere has something else.
        const lacksName = all.some(({ unit, entries }) => unit.isName && !hasEntry(entries, position));
        const most = lacksName ? lessThanEnough : 2;
        const rating = { ...where, value: Math.min(most, value) };
        if (rating.value > (people.get(position)?.value ?? 0)) people.set(position, rating);
      }
    }
    if (!part.wish)
      for (const position of this.#findNamed(part.text)) {
        const profile = this.#profiles[position];
        if (!profile || options.isHidden?.(profile.id)) continue;
        people.set(position, { value: 1.1 });
        [lack, missing] = [0, []];
      }
    return { people, weight: Math.max(...weights), size: Math.max(...sizes), lack, missing };
  }

  /** Lists the names that differ from a word by a letter, then those that sound the same. */
  #listAlikeNames(word: string): string[] {
    if (word.length < shortestName) return [];
    const names = [...this.#names.keys()].filter((name) => name.length >= shortestName);
    return [
      ...names.filter((name) => name[0] === word[0] && editDistance(word, name, 1) === 1),
      ...names.filter((name) => soundOfName(name) === soundOfName(word)),
    ];
  }

  /** Returns the applicants whose name, or address, a part is. */
  #findNamed(text: string): number[] {
    if (text.includes('@'))
      return [...this.#positions.values()].filter((position) =>
        this.#profiles[position]!.email.toLowerCase().includes(text.trim().toLowerCase()),
      );
    const words = wordsOfName(text.replace(aboutNames, ' '));
    if (words.length === 0 || words.length > 4) return [];
    // "Shivon O'Keeffe": who asks may not know how the other name is written.
    const known = words.filter((word) => this.#names.has(word) || this.#words.frequency(stem(word)) > 0);
    const sure = known.some((word) => word.length >= shortestName && this.#names.get(word)?.size === 1);
    const [first, ...others] = (sure ? known : words).map((word) => this.#names.get(word));
    return [...(first ?? [])].filter((position) => others.every((other) => other?.has(position)));
  }

  #weigh({ stems, concepts }: Unit): number {
    const rarest = Math.max(0, ...stems.map((word) => this.#rarity(word)));
    return Math.max(concepts.length > 0 ? 0.8 : 0.4, rarest);
  }

  /** Returns whether anybody wrote one of a unit's telling words, or has a concept of the same name. */
  #isWritten({ stems, concepts, shares, isCommon }: Unit): boolean {
    if (isCommon) return true;
    const named = shares.some((share) => share >= namedShare) ? concepts : [];
    const own = named.flatMap((concept) => [concept, ...this.#listDescendants(concept)]);
    if (own.some((concept) => this.#words.frequency(`#${concept}`) > 0)) return true;
    const telling = stems.filter((word) => !isCommonStem(word));
    return telling.length === 0 || telling.some((word) => this.#words.frequency(word) > 0);
  }

  #rarity(word: string): number {
    return Math.log(1 + this.size / Math.max(1, this.#words.frequency(word))) / Math.log(1 + this.size);
  }

  /** Rates each passage for a unit, by its words and by its concepts. */
  #rateUnit(
    unit: Unit,
    { stances, isNarrower, isStrict, isEmployer }: typeof asking & Pick<Part, 'isEmployer'>,
    { isHidden, readsSensitive }: FindOptions,
  ) {
    const literal = new Map<number, number>();
    const raise = (map: Map<number, number>, word: string, value: number) => {
      for (const entry of this.#words.find(word)) if (value > (map.get(entry) ?? 0)) map.set(entry, value);
    };
    const counts = new Map<number, number>();
    const shareOfWord = 1 / unit.stems.length;
    for (const word of unit.stems) {
      const own = new Map<number, number>();
      raise(own, word, shareOfWord);
      for (const other of this.#listMisspelled(word)) raise(own, other, shareOfWord * 0.85);
      if (this.#words.frequency(word) === 0)
        for (const [first, second] of splitWord(word)) {
          if (this.#words.frequency(first) === 0) continue;
          const both = new Set(this.#words.find(second));
          for (const entry of this.#words.find(first)) if (both.has(entry)) own.set(entry, shareOfWord);
        }
      for (const [entry, value] of own) {
        literal.set(entry, (literal.get(entry) ?? 0) + value);
        counts.set(entry, (counts.get(entry) ?? 0) + 1);
      }
    }
    // "My first hackathon" is not about winning one.
    const isTerm = unit.concepts.length > 0 || unit.isCompound;
    for (const [entry, value] of literal)
      if (isTerm && counts.get(entry)! < unit.stems.length) literal.set(entry, value * withoutOne);
    const meant = new Map<number, number>();
    const isTold = [...literal.values()].some((value) => value > 0.99);
    // "Worked at NASA" asks for that employer, not for its field.
    for (const [at, concept] of isEmployer && unit.isCapital ? [] : unit.concepts.entries()) {
      const isOther = unit.shares[at]! < namedShare && isTold && (isStrict || unit.isCapital);
      const share = Math.min(unit.shares[at]!, isOther ? besideWritten : 1);
      const { parents, related: others } = this.thesaurus.concepts[concept]!;
      raise(meant, `#${concept}`, share);
      for (const below of isNarrower ? this.#listDescendants(concept) : [])
        raise(meant, `#${below}`, share * narrower);
      for (const other of [...others, ...parents]) raise(meant, `#${other}`, share * related);
    }
    const entries = new Map<number, { value: number; isRelated: boolean }>();
    for (const entry of literal.keys()) if (!meant.has(entry)) meant.set(entry, 0);
    for (const [entry, concept] of meant) {
      const passage = this.#passage(entry);
      if (!passage || (passage.sensitive && !readsSensitive)) continue;
      const written = literal.get(entry) ?? 0;
      const profile = this.#profiles[Math.floor(entry / maxPassages)]!;
      if (isHidden?.(profile.id)) {
        if (passage.source === 'answer' || passage.source === 'food') continue;
        if (unit.stems.some((word) => wordsOfName(profile.name).some((name) => stem(name) === word)))
          continue;
      }
      const both = Math.max(written, concept) + 0.05 * Math.min(written, concept);
      const telling = isEmployer && !tellsOfWork(passage) ? 0 : sourceWeight[passage.source];
      const value = both * telling * stances[passage.stance];
      entries.set(entry, { value, isRelated: written < 0.3 });
    }
    return entries;
  }

  /** Returns rare words of applicants that differ from a word by one letter. */
  #listMisspelled(word: string): string[] {
    if (word.length < 6 || !this.#spelling) return [];
    const found: string[] = [];
    for (const other of this.#spelling.near(word[0]!, word.length, 1)) {
      const isRare =
        this.#words.frequency(other) > 0 && this.#words.frequency(other) <= 2 + this.size * rareTypo;
      if (other === word || !isRare || this.thesaurus.stems.has(other) || isCommonStem(other)) continue;
      if (editDistance(word, other, 1) === 1) found.push(other);
    }
    return found;
  }

  #listDescendants(concept: number): number[] {
    const known = this.#descendants.get(concept);
    if (known) return known;
    const { children } = this.thesaurus.concepts[concept]!;
    const found = [...new Set(children.flatMap((child) => [child, ...this.#listDescendants(child)]))];
    this.#descendants.set(concept, found);
    return found;
  }
}

/** Returns a profile as if its applicant had answered no question of the event. */
function withoutAnswers(profile: Profile): Profile {
  const passages = profile.passages.filter(({ source }) => source !== 'answer' && source !== 'food');
  return { ...profile, passages, firstHackathon: findFirstHackathon(passages.map(({ text }) => text)) };
}

const tellsOfWork = ({ source, text }: Passage): boolean => source === 'experience' || isAboutWork(text);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const wordsOfName = (name: string): string[] =>
  foldText(name)
    .replace(/['’](?:s\b)?/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);

const aboutNames =
  /\b(?:(?:whose|the|with|first|last|family|given) )*(?:sur|last)?names?(?: (?:is|are|of|like))?\b|\b(?:named|called)\b/gi;

// Shorter names are too much like other words.
const shortestName = 5;
// Nobody joins words to a longer one.
const longestJoined = 40;

function* splitWord(word: string): Generator<[string, string]> {
  if (word.length > longestJoined) return;
  for (let at = 3; at <= word.length - 3; at++) yield [stem(word.slice(0, at)), stem(word.slice(at))];
}

// What else somebody tells of the same counts for three tenths.
const forMore = 0.3;
const again = 0.8;

interface RatedUnit {
  unit: Unit;
  weight: number;
  entries: ReadonlyMap<number, { value: number; isRelated: boolean }>;
}

const hasEntry = (entries: RatedUnit['entries'], position: number): boolean =>
  [...entries].some(([entry, { value }]) => value >= enough && Math.floor(entry / maxPassages) === position);

/** Rates the applicants for all units of an alternative, and finds the passage that has most of them. */
function combine(units: readonly RatedUnit[], total: number): Map<number, PartRating> {
  const together = new Map<number, { value: number; isRelated: boolean }>();
  const apart = new Map<number, number>();
  for (const { weight, entries } of units) {
    const best = new Map<number, { value: number; rest: number }>();
    for (const [entry, { value, isRelated }] of entries) {
      const position = Math.floor(entry / maxPassages);
      const own = best.get(position);
      if (!own) best.set(position, { value, rest: 1 });
      else {
        own.rest *= 1 - again * Math.min(own.value, value);
        own.value = Math.max(own.value, value);
      }
      const here = together.get(entry);
      const sum = (here?.value ?? 0) + (weight * value) / total;
      together.set(entry, { value: sum, isRelated: isRelated && (here?.isRelated ?? true) });
    }
    for (const [position, { value, rest }] of best) {
      const told = value * (1 - forMore) + forMore * value * (1 - rest);
      apart.set(position, (apart.get(position) ?? 0) + (weight * told) / total);
    }
  }
  const people = new Map<number, PartRating>();
  for (const [entry, { value, isRelated }] of together) {
    const position = Math.floor(entry / maxPassages);
    if (value > (people.get(position)?.value ?? 0))
      people.set(position, { value, passage: entry % maxPassages, isRelated });
  }
  // Everyday words tell something only together: "late" and "Friday".
  if (units.length === 1 || !units.every(({ unit }) => unit.isCommon))
    for (const [position, rating] of people) rating.value = apart.get(position)!;
  return people;
}

/** Returns how far all is met. */
function cover(parts: readonly { value: number; weight: number }[]): number {
  const total = sum(parts.map(({ weight }) => weight));
  return total > 0 ? sum(parts.map(({ value, weight }) => value * weight)) / total : 1;
}
