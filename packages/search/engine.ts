import { foldText } from '../text/fold-text.ts';
import { listFitting } from './answers.ts';
import { findFirstHackathon, isAboutWork } from './facts.ts';
import { type EventWords, type Field, fieldWords, findOwnQuestion, toRater } from './fields.ts';
import { listNames, NameIndex, wordsOfName } from './names.ts';
import { type Applicant, type BuiltProfile, buildProfile, type Passage, type Profile } from './profile.ts';
import { namedShare, type Part, parseQuestion, type Question, type Unit } from './question.ts';
import { correctSpelling, SpellingDictionary } from './spelling.ts';
import { stem } from './stem.ts';
import { type EventTerm, loadThesaurus, type Thesaurus } from './thesaurus.ts';
import { Tally, WordIndex } from './word-index.ts';
import { isCommonStem, isEnglish, isOrdinary } from './words.ts';

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
   * From 0 to 0.99: the share of what was asked for that has evidence. Below 0.5 when a part has none, and for whoever has
   * much less than the best.
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

export interface FindOptions {
  allowed?: (profile: Profile) => boolean;
  statusOf?: (profile: Profile) => string;
  /** Whose name, answers and other facts must not be found out. */
  isHidden?: (id: string) => boolean;
  /** Whether the reader may see answers marked sensitive. */
  readsSensitive?: boolean;
  meaning?: Meaning;
  /** How many are returned at most above and below the line; all by default. */
  most?: { fitting: number; below: number };
}

/** What the person who searches may see: which applicants are hidden, by position, and whether sensitive answers are shown. */
interface Reader {
  hidden: readonly boolean[];
  readsSensitive: boolean;
}

/** How applicants meet a part, by their positions. */
interface Ratings {
  /** From 0 to 1. */
  values: Float64Array;
  /** The positions of the passages that say so; -1 without one. */
  passages: Int16Array;
  /** 1 where that passage has none of the words, only a concept of them. */
  related: Uint8Array;
}

interface RatedPart extends Ratings {
  weight: number;
  size: number;
  /** The share of the part that nobody has. */
  lack: number;
  missing: readonly Unit[];
  /** The passages that have evidence of one of its units. */
  entries: number[];
}

type Kind = Pick<Passage, 'source' | 'stance' | 'sensitive'>;

interface Candidate extends Pick<Ranked, 'id' | 'score' | 'fits'> {
  position: number;
  exact: number;
  /** The highest score that it can have. */
  most: number;
  /** Meets all that is asked for. */
  isWhole: boolean;
  /** What has evidence, without nearness in meaning. */
  told: number;
  /** Denies all that is excluded. */
  denies: boolean;
}

const sourceWeight: Record<Passage['source'], number> = {
  ...{ experience: 1, projects: 1, why: 0.95, answer: 0.95, food: 0.95 },
  ...{ other: 0.85, skills: 0.8, education: 0.75, major: 0.75 },
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
// What only belongs to the topic of words that somebody wrote, or lacks one of two telling words, is no more than partial.
const mostPartial = met - 0.01;
// Nobody wrote the word, though somebody wrote something related.
const unwritten = 0.6;
// What words count without the others of their term.
const withoutOne = 0.5;
// A passage this near in meaning to a part is shown, as related; it is no evidence.
const nearEnough = 0.45;
const lessThanEnough = enough - 0.01;
// The value of a part that is the applicant's name: above any other.
const ofName = 1.1;
// Somebody says the same in other words.
const sameMeaning = 0.5;
// What nearness to the whole question counts beside everything else.
const forMeaning = 0.8;
const contradicts = 0.35;
const unsaid = 0.4;
// What an exclusion counts beside what is asked for.
const notWeight = 0.3;
// What is excluded and not denied either has no sentence.
const mostUnsaid = 0.79;
const mostWithoutEvidence = 0.49;
const fieldWeight = 2;
// The share of a question that may be unknown to everybody.
const mostMissing = 0.34;
// Applicants with less than this share of the best one's evidence do not fit. The page draws its own line, at 50%.
const nearBest = 0.2;
// Applicants with less than this share of the best one's evidence score below 0.5.
const mostOfBest = 0.65;
/** Whether a field leaves out whoever does not meet it; the others only count less. */
const excludes = ({ key, not, isList }: Field): boolean =>
  not || isList || ['status', 'track', 'size', 'resume', 'team', 'coming', 'checkpoint'].includes(key);

// What the answers of hidden people say must not be found out.
const isOwnAnswer = /^(?:food|size|answer:.*)$/;

/** The in-memory search index of all applicants. */
export class SearchEngine {
  readonly thesaurus: Thesaurus;
  readonly event: EventWords;
  #profiles: (Profile | undefined)[] = [];
  #positions = new Map<string, number>();
  #words = new WordIndex();
  #names = new NameIndex();
  #descendants = new Map<number, number[]>();
  #spelling: SpellingDictionary | undefined;
  /** For rating the passages, one search at a time. */
  #tallies: [Tally, Tally, Tally] = [new Tally(), new Tally(), new Tally()];
  /** By entry, what counts of its passage: reading the passages themselves takes longer than all else. */
  #kinds: Kind[] = [];
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
    const first = this.#words.firstEntry(position);
    for (const [at, passage] of profile.passages.entries()) this.#kinds[first + at] = toKind(passage);
    this.#names.add(position, profile.name);
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
    this.#names.remove(position, this.#profiles[position]?.name ?? '');
  }

  profile(id: string): Profile | undefined {
    return this.#profiles[this.#positions.get(id) ?? -1];
  }

  /** Returns how many applicants state to have something to do with one of some concepts. */
  countAsserting(concepts: readonly number[]): number {
    const found = new Set<number>();
    for (const entry of concepts.flatMap((concept) => this.#words.find(`#${concept}`))) {
      if (this.#kinds[entry]!.stance === 'asserted') found.add(this.#words.applicant(entry));
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

  /** Parses a question against the words that applicants use, and the event's own questions that the reader may see. */
  parse(
    text: string,
    { readsSensitive = false, isHidden = () => false }: Pick<FindOptions, 'readsSensitive' | 'isHidden'> = {},
  ): Question {
    const frequency = (word: string) => this.#words.frequency(stem(word));
    this.#spelling ??= new SpellingDictionary([
      ...[...this.#words.words()].filter(
        (known) => /^\p{L}/u.test(known) && this.#names.find(known).size === 0,
      ),
      ...this.thesaurus.spellings,
      ...fieldWords,
    ]);
    const spelling = this.#spelling;
    // A correction must not tell the name of somebody who is hidden.
    const isName = (name: string) =>
      [...this.#names.find(name)].some((position) => !isHidden(this.#profiles[position]!.id));
    const lexicon = {
      isWritten: (word: string) => this.#words.frequency(word) > 0,
      isName: (word: string) => isName(foldText(word)),
      isTerm: (word: string) => this.thesaurus.spellings.has(word),
      correct: (word: string) => {
        const own = frequency(word);
        const isTerm = this.thesaurus.spellings.has(word);
        const name = own === 0 && !isTerm && this.#names.listAlike(word).find(isName);
        if (name) return name;
        if (isEnglish(word) || isTerm || this.thesaurus.stems.has(stem(word))) return undefined;
        const weigh = (known: string) =>
          Math.min(7, Math.log2(1 + frequency(known) + (this.thesaurus.spellings.has(known) ? 3 : 0)));
        const meant = correctSpelling(word, spelling, weigh);
        // What somebody wrote is right, unless it is a word of a field.
        if (!meant || fieldWords.includes(meant)) return meant;
        // "Cobol" is no misspelling of "cool".
        const isEveryday =
          isCommonStem(stem(meant)) &&
          !this.thesaurus.spellings.has(meant) &&
          !isOrdinary({ lower: meant, single: meant });
        return own > 0 || isEveryday ? undefined : meant;
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
    const { allowed = () => true, isHidden = () => false, readsSensitive = false } = options;
    const { fields, parts, not } = question;
    if (fields.length + parts.length + not.length === 0) return { ranked: [], missing: [] };
    const hidden = this.#profiles.map((profile) => profile !== undefined && isHidden(profile.id));
    const reader = { hidden, readsSensitive };
    const rated = parts.map((part) => this.#ratePart(part, reader));
    const excluded = not.map((part) => this.#ratePart({ ...part, wish: false }, reader, excluding));
    const denied = not.map((part) => this.#ratePart(part, reader, denying));
    const findDenial = ({ values, passages }: RatedPart, position: number) =>
      values[position]! >= enough && passages[position]! >= 0 ? passages[position] : undefined;
    const asksWork = parts.length > 0 && fields.some(({ key }) => key === 'work');
    const about = new Set(
      asksWork ? rated.flatMap(({ entries }) => entries.map((entry) => this.#passage(entry))) : [],
    );
    const rateFields = this.#toFieldRater(fields, options, (passage) => !asksWork || about.has(passage));
    const findNear = ({ id, passages }: Profile, nearest: ReadonlyMap<string, Nearest> | undefined) => {
      const near = nearest?.get(id);
      return near && isHidden(id) && passages[near.passage]?.source === 'answer' ? undefined : near;
    };
    const { whole } = options.meaning ?? {};
    const nearness = this.#profiles.map((profile) => (profile && findNear(profile, whole)?.nearness) ?? 0);
    const nearest = nearness.reduce((most, one) => Math.max(most, one), 0);
    const found: Candidate[] = [];
    let [best, bestTold] = [0, 0];
    for (const [position, profile] of this.#profiles.entries()) {
      const denials = denied.filter((part) => findDenial(part, position) !== undefined).length;
      // Nobody else has anything of it.
      const hasSome =
        fields.length > 0 ||
        parts.length === 0 ||
        rated.some(({ values }) => values[position]! > 0) ||
        denials > 0 ||
        nearness[position]! > 0;
      if (!profile || !hasSome || !allowed(profile)) continue;
      const isExcluded = ({ values }: RatedPart, at: number) =>
        values[position]! >= contradicts && findDenial(denied[at]!, position) === undefined;
      if (excluded.some(isExcluded)) continue;
      const facts = rateFields(profile);
      if (facts.some(({ value }, at) => value < 0.3 && excludes(fields[at]!))) continue;
      let [total, covered, isSome, isWhole] = [0, 0, parts.length > 0, true];
      for (const [at, { value }] of facts.entries()) {
        if (excludes(fields[at]!) && value === 1) continue;
        total += fieldWeight;
        covered += value * fieldWeight;
        isSome ||= value > 0.6;
        isWhole &&= value > 0.6;
      }
      for (const { values, weight } of rated) {
        total += weight;
        covered += values[position]! * weight;
        isWhole &&= values[position]! >= met;
      }
      // People who deny what is excluded come first.
      const isUnsaid = denials < not.length;
      const isOnlyNot = parts.length === 0 && not.length > 0 && total === 0;
      const forNot = (isOnlyNot ? 1 : notWeight) * not.length;
      const near = forMeaning * nearness[position]!;
      const said = not.length > 0 ? (denials + unsaid * (not.length - denials)) / not.length : 0;
      const told = total + forNot > 0 ? (covered + said * forNot) / (total + forNot) : 1;
      const exact = near + told;
      if (exact <= 0) continue;
      best = Math.max(best, exact);
      // Somebody called Ruby does not set the bar for those who know Ruby.
      if (!rated.some(({ values }) => values[position] === ofName)) bestTold = Math.max(bestTold, told);
      const score = 0.49 * Math.min(1, exact / (1 + forMeaning * nearest));
      const most = !isUnsaid ? 1 : isOnlyNot ? mostWithoutEvidence : mostUnsaid;
      const fits = isSome || total === 0;
      found.push({ position, id: profile.id, score, most, isWhole, told, exact, fits, denies: !isUnsaid });
    }
    const unmet = rated.map((part, at) => describeUnmet(part, options.meaning?.parts[at]));
    const total = sum(rated.map(({ size }) => size)) + fieldWeight * fields.length;
    const lacking = sum(unmet.map(({ weight }) => weight));
    const isAnswered = question.isLong || total === 0 || lacking / total < mostMissing;
    // "Been to hackathons but never won": where somebody says so, nobody else has half of it.
    const mustDeny =
      parts.length === 0 && not.length > 0 && found.some(({ denies, isWhole }) => denies && isWhole);
    for (const one of found) {
      if (mustDeny && !one.denies) one.most = mostWithoutEvidence;
      one.fits &&= isAnswered && one.exact >= nearBest * best;
      const isMost = one.fits && one.isWhole && one.told >= mostOfBest * bestTold;
      one.score = Math.min(one.most, one.score + (isMost ? 0.5 : 0));
    }
    const { fitting = Infinity, below = Infinity } = options.most ?? {};
    found.sort((a, b) => b.score - a.score || b.exact - a.exact || (a.id < b.id ? -1 : 1));
    const above = found.filter(({ fits }) => fits).slice(0, fitting);
    const shown = [...above, ...found.filter(({ fits }) => !fits).slice(0, below)];
    const ranked = shown.map(({ position, id, score, fits }): Ranked => {
      const profile = this.#profiles[position]!;
      const own = rated.map(({ values, passages, related }, at): PartRating => {
        const [value, passage] = [values[position]!, passages[position]!];
        const near = findNear(profile, options.meaning?.parts[at]);
        if (near && near.nearness >= nearEnough && value < enough)
          return { value, passage: near.passage, isRelated: true };
        return passage < 0 ? { value } : { value, passage, isRelated: related[position] === 1 };
      });
      const denials = denied.map((part) => findDenial(part, position));
      return { id, score, fits, fields: rateFields(profile), parts: own, denials };
    });
    return { ranked, missing: unmet.flatMap(({ missing }) => missing) };
  }

  /** Returns what rates how an applicant meets some fields. */
  #toFieldRater(
    fields: readonly Field[],
    { isHidden = () => false, statusOf, readsSensitive = false }: FindOptions,
    tellsOf: (passage: Passage) => boolean,
  ): (profile: Profile) => Ranked['fields'] {
    const raters = fields.map((field) => {
      const own = findOwnQuestion(field.key, this.event);
      const fitting = own && listFitting(own, field.values, this.#listGiven(own.id));
      return toRater(field, { readsSensitive, fitting, tellsOf });
    });
    if (raters.length === 0) return () => [];
    const asksStatus = statusOf && fields.some(({ key }) => key === 'status');
    return (profile) => {
      const isSecret = isHidden(profile.id);
      const known = isSecret ? withoutAnswers(profile) : profile;
      const seen = asksStatus ? { ...known, status: statusOf(profile) } : known;
      return raters.map((rate, at) => {
        // What only the site knows, the caller has filtered by.
        const rating = rate(seen) ?? { value: 1, quote: '' };
        return isSecret && isOwnAnswer.test(fields[at]!.key) ? { value: 0, quote: '' } : rating;
      });
    };
  }

  /** Rates how each applicant meets a part. */
  #ratePart(part: Part, reader: Reader, reading = part.wish ? wishing : asking): RatedPart {
    const people = createRatings(this.#profiles.length);
    const [weights, sizes, entries]: [number[], number[], number[]] = [[], [], []];
    let lack = 1;
    let missing: Unit[] = [];
    for (const units of part.alternatives) {
      const all = units.map((unit) => {
        const how = { ...(unit.isDenied ? denying : reading), isEmployer: part.isEmployer };
        const rated = this.#rateUnit(unit, how, reader);
        const isRelated = rated.isKnown && rated.isRelated && !this.#isWritten(unit);
        return { unit, ...rated, isRelated, weight: this.#weigh(unit) };
      });
      for (const { entries: own, values } of all)
        for (const [at, entry] of own.entries()) if (values[at]! >= enough) entries.push(entry);
      // Everyday words that nobody wrote say nothing.
      const known = all.filter(({ isKnown }) => isKnown);
      const absent = all.filter(({ isKnown, unit }) => !isKnown && (known.length === 0 || !unit.isCommon));
      const used = known.length > 0 ? known : all;
      const total = known.length > 0 ? sum(known.map(({ weight }) => weight)) : 0;
      const away = sum(absent.map(({ weight }) => weight));
      const widened = known.filter(({ isRelated }) => isRelated);
      const lost = away + unwritten * sum(widened.map(({ weight }) => weight));
      // "Professional beekeepers": who is professional has nothing of it.
      const rare = known.filter(({ unit }) => !unit.isCommon);
      const telling = rare.length > 0 ? rare : known.filter(({ unit }) => isTelling(unit));
      const sought = away + sum((telling.length > 0 ? telling : known).map(({ weight }) => weight));
      const own = sought > 0 ? lost / sought : 0;
      if (own < lack || missing.length === 0) missing = [...absent, ...widened].map(({ unit }) => unit);
      lack = Math.min(lack, own);
      weights.push(Math.max(...used.map(({ weight }) => weight)));
      sizes.push(total + away);
      // "Interned at Google": who interned elsewhere has something else.
      const named = all
        .filter(({ unit }) => unit.isName)
        .map(({ entries, values }) => entries.filter((_, at) => values[at]! >= enough))
        .map((entries) => new Set(entries.map((entry) => this.#words.applicant(entry))));
      // "Mobile app developers": who develops something else has half of it.
      const whole = known.length > 0 ? total + away : sum(used.map(({ weight }) => weight));
      const { values, passages, related } = this.#combine(used, whole);
      for (let position = 0; position < values.length; position++) {
        const value = values[position]!;
        const most = named.every((ones) => ones.has(position)) ? value : Math.min(lessThanEnough, value);
        if (most <= people.values[position]!) continue;
        people.values[position] = most;
        people.passages[position] = passages[position]!;
        people.related[position] = related[position]!;
      }
    }
    const named = part.wish ? [] : this.#findNamed(part.text).filter((position) => !reader.hidden[position]);
    // "Haskell Greene" is a person; "Ruby" may be a language too.
    if (named.length > 0 && listNames(part.text).length > 1)
      people.values = people.values.map((value) => Math.min(value, lessThanEnough));
    for (const position of named) {
      people.values[position] = ofName;
      people.passages[position] = -1;
      [lack, missing] = [0, []];
    }
    return { ...people, weight: Math.max(...weights), size: Math.max(...sizes), lack, missing, entries };
  }

  /** Rates the applicants for all units of an alternative, and finds the passage that has most of them. */
  #combine(units: readonly RatedUnit[], total: number): Ratings {
    const people = createRatings(this.#profiles.length);
    const apart = new Float64Array(this.#profiles.length);
    const [together, written] = this.#getTallies();
    // By applicant, how many of the telling units have evidence.
    const counts = new Uint8Array(apart.length);
    for (const { unit, weight, entries, values, related } of units) {
      const best = new Float64Array(apart.length);
      const rest = new Float64Array(apart.length).fill(1);
      for (let at = 0; at < entries.length; at++) {
        const entry = entries[at]!;
        const value = values[at]!;
        const position = this.#words.applicant(entry);
        rest[position]! *= 1 - again * Math.min(best[position]!, value);
        best[position] = Math.max(best[position]!, value);
        together.set(entry, together.get(entry) + (weight * value) / total);
        if (!related[at]) written.set(entry, 1);
      }
      for (let position = 0; position < best.length; position++) {
        const value = best[position]!;
        if (value >= enough && isTelling(unit)) counts[position]! += 1;
        const told = value * (1 - forMore) + forMore * value * (1 - rest[position]!);
        apart[position]! += (weight * told) / total;
      }
    }
    for (const entry of together.entries) {
      const position = this.#words.applicant(entry);
      const value = together.get(entry);
      if (value <= people.values[position]!) continue;
      people.values[position] = value;
      people.passages[position] = entry - this.#words.firstEntry(position);
      people.related[position] = written.get(entry) > 0 ? 0 : 1;
    }
    // Everyday words tell something only together: "late" and "Friday".
    if (units.length === 1 || !units.every(({ unit }) => unit.isCommon)) people.values.set(apart);
    const telling = units.filter(({ unit }) => isTelling(unit)).length;
    if (telling > 1)
      people.values = people.values.map((value, position) =>
        counts[position]! < telling ? Math.min(value, mostPartial) : value,
      );
    return people;
  }

  /** Returns the applicants whose name, or address, a part is. */
  #findNamed(text: string): number[] {
    if (text.includes('@'))
      return [...this.#positions.values()].filter((position) =>
        this.#profiles[position]!.email.toLowerCase().includes(text.trim().toLowerCase()),
      );
    const findWriters = (word: string) =>
      this.#words.find(stem(word)).map((entry) => this.#words.applicant(entry));
    return this.#names.findNamed(text, findWriters);
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
    { hidden, readsSensitive }: Reader,
  ) {
    const [literal, own, counts] = this.#getTallies();
    const raise = (tally: Tally, word: string, value: number) => {
      for (const entry of this.#words.find(word)) if (value > tally.get(entry)) tally.set(entry, value);
    };
    const shareOfWord = 1 / unit.stems.length;
    for (const word of unit.stems) {
      own.clear(this.#words.size);
      raise(own, word, shareOfWord);
      if (this.#words.frequency(word) === 0)
        for (const [first, second] of splitWord(word)) {
          if (this.#words.frequency(first) === 0) continue;
          const both = new Set(this.#words.find(second));
          for (const entry of this.#words.find(first)) if (both.has(entry)) own.set(entry, shareOfWord);
        }
      for (const entry of own.entries) {
        literal.set(entry, literal.get(entry) + own.get(entry));
        counts.set(entry, counts.get(entry) + 1);
      }
    }
    // "My first hackathon" is not about winning one.
    const isTerm = unit.concepts.length > 0 || unit.isCompound;
    for (const entry of literal.entries)
      if (isTerm && counts.get(entry) < unit.stems.length)
        literal.set(entry, literal.get(entry) * withoutOne);
    const meant = own;
    meant.clear(this.#words.size);
    const isTold = literal.entries.some((entry) => literal.get(entry) > 0.99);
    // "Worked at NASA" asks for that employer, not for its field.
    for (const [at, concept] of isEmployer && unit.isCapital ? [] : unit.concepts.entries()) {
      const isOther = unit.shares[at]! < namedShare && isTold && (isStrict || unit.isCapital);
      const share = Math.min(unit.shares[at]!, isOther ? mostPartial : 1);
      const { parents, related: others } = this.thesaurus.concepts[concept]!;
      raise(meant, `#${concept}`, share);
      for (const below of isNarrower ? this.#listDescendants(concept) : [])
        raise(meant, `#${below}`, share * narrower);
      for (const other of [...others, ...parents]) raise(meant, `#${other}`, share * related);
    }
    const rated = {
      ...{ entries: [] as number[], values: [] as number[], related: [] as boolean[] },
      ...{ isKnown: false, isRelated: true },
    };
    for (const entry of [...meant.entries, ...literal.entries.filter((entry) => meant.get(entry) === 0)]) {
      const { source, stance, sensitive } = this.#kinds[entry]!;
      if (sensitive && !readsSensitive) continue;
      const told = literal.get(entry);
      // A remark about food, such as "no cilantro (genetics)", tells of no skill.
      const concept = source === 'food' ? 0 : meant.get(entry);
      const written = unit.isPhrase && concept === 0 ? told * withoutOne : told;
      const position = this.#words.applicant(entry);
      if (hidden[position]) {
        if (source === 'answer' || source === 'food') continue;
        const names = wordsOfName(this.#profiles[position]!.name);
        if (unit.stems.some((word) => names.some((name) => stem(name) === word))) continue;
      }
      const both = Math.max(written, concept) + 0.05 * Math.min(written, concept);
      const telling = isEmployer && !tellsOfWork(this.#passage(entry)) ? 0 : sourceWeight[source];
      const value = both * telling * stances[stance];
      rated.entries.push(entry);
      rated.values.push(value);
      // "Go" has no words but its concept's.
      const isRelated = written < 0.3 && unit.stems.length > 0;
      rated.related.push(isRelated);
      rated.isKnown ||= value >= enough;
      rated.isRelated &&= isRelated;
    }
    return rated;
  }

  #passage(entry: number): Passage {
    const position = this.#words.applicant(entry);
    return this.#profiles[position]!.passages[entry - this.#words.firstEntry(position)]!;
  }

  #getTallies(): [Tally, Tally, Tally] {
    for (const tally of this.#tallies) tally.clear(this.#words.size);
    return this.#tallies;
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

/** Returns what nobody has of a part, by its weight and its words; nothing where somebody says the same in other words. */
function describeUnmet(
  { size, missing, lack }: RatedPart,
  nearest: ReadonlyMap<string, Nearest> | undefined,
): { weight: number; missing: string[] } {
  const isNamed = missing.some(({ isName, shares }) => isName || shares.some((share) => share >= namedShare));
  const isSaid = !isNamed && [...(nearest?.values() ?? [])].some(({ nearness }) => nearness >= sameMeaning);
  return isSaid
    ? { weight: 0, missing: [] }
    : { weight: size * lack, missing: missing.map(({ text }) => text) };
}

/** Returns whether a unit says something by itself: it is no everyday word, or names a concept. */
const isTelling = ({ isCommon, concepts }: Unit): boolean => !isCommon || concepts.length > 0;

const kinds = new Map<string, Kind>();
/** Returns the same object for all passages of a kind. */
function toKind({ source, stance, sensitive }: Passage): Kind {
  const key = `${source} ${stance} ${sensitive}`;
  const kind = kinds.get(key) ?? { source, stance, sensitive };
  kinds.set(key, kind);
  return kind;
}

const tellsOfWork = ({ source, text }: Passage): boolean => source === 'experience' || isAboutWork(text);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
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
  /** Passages that have something of it, how much, and whether that is only a concept of its words. */
  entries: readonly number[];
  values: readonly number[];
  related: readonly boolean[];
}

const createRatings = (size: number): Ratings => ({
  values: new Float64Array(size),
  passages: new Int16Array(size).fill(-1),
  related: new Uint8Array(size),
});
