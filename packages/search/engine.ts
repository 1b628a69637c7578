import { Bm25Index } from './bm25.ts';
import { type Applicant, type BuiltProfile, buildProfile, type Profile } from './profile.ts';
import { type ParsedQuery, parseSearchQuery } from './query.ts';
import type { Lexicon } from './query-spelling.ts';
import { isOrdinary } from './query-words.ts';
import { listScoreParts, type Ranked, scoreFloor, scoreProfile, violates } from './rank.ts';
import { SpellingDictionary } from './spelling.ts';
import { tokenize } from './text.ts';
import { type EventTerm, loadThesaurus, type Thesaurus } from './thesaurus.ts';

interface SearchEngineAnswer {
  query: ParsedQuery;
  ranked: Ranked[];
}

interface FindOptions {
  allowed?: (profile: Profile) => boolean;
  /** Whose name must not be found out: in their own texts, the words of their name count as if they were not there. */
  isNameless?: (id: string) => boolean;
}

const maxShareOfCorpus = 0.2;
const enoughToBeAWord = 6;

/** The in-memory search index of all applicants. */
export class SearchEngine {
  readonly thesaurus: Thesaurus;
  #eventDate: string;
  #tracks: readonly string[];
  #checkpoints: readonly { id: string; name: string }[];
  #trackWords: ReadonlySet<string>;
  /** How many applicants have a word in their name. */
  #names = new Map<string, number>();
  #nameOf = new Map<string, string[]>();
  #nameStems = new Map<string, ReadonlySet<string>>();
  #profiles: (Profile | undefined)[] = [];
  #positions = new Map<string, number>();
  #words = new Bm25Index();
  /** The first written form of each stem. */
  #spellings = new Map<string, string>();
  #corpusWords: SpellingDictionary | undefined;

  constructor(options: {
    eventDate: string;
    tracks: readonly string[];
    checkpoints?: readonly { id: string; name: string }[];
    /** The event's own terms. */
    terms?: readonly EventTerm[];
  }) {
    this.thesaurus = loadThesaurus(options.terms);
    this.#eventDate = options.eventDate;
    this.#tracks = options.tracks;
    this.#checkpoints = options.checkpoints ?? [];
    this.#trackWords = new Set(tokenize(options.tracks.join(' ')).map((token) => token.lower));
  }

  get size(): number {
    return this.#positions.size;
  }

  /** Builds an applicant's profile and inserts or replaces it. */
  put(applicant: Applicant): Profile {
    return this.insert(buildProfile(applicant, this.thesaurus, this.#eventDate));
  }

  /** Inserts or replaces a profile. */
  insert({ profile, words }: BuiltProfile, name = ''): Profile {
    this.#setName(profile.id, name);
    const position = this.#positions.get(profile.id) ?? this.#profiles.length;
    this.#words.remove(position);
    this.#profiles[position] = profile;
    this.#positions.set(profile.id, position);
    this.#words.add(
      position,
      words.map((word) => word.stem),
    );
    for (const { stem, lower } of words) if (!this.#spellings.has(stem)) this.#spellings.set(stem, lower);
    this.#corpusWords = undefined;
    return profile;
  }

  #setName(id: string, name: string): void {
    for (const word of this.#nameOf.get(id) ?? []) {
      const count = this.#names.get(word)! - 1;
      if (count > 0) this.#names.set(word, count);
      else this.#names.delete(word);
    }
    const tokens = tokenize(name);
    const words = [...new Set(tokens.map((token) => token.lower))];
    this.#nameOf.set(id, words);
    this.#nameStems.set(id, new Set(tokens.map((token) => token.stem)));
    for (const word of words) this.#names.set(word, (this.#names.get(word) ?? 0) + 1);
  }

  remove(id: string): void {
    const position = this.#positions.get(id);
    if (position === undefined) return;
    this.#setName(id, '');
    this.#nameOf.delete(id);
    this.#nameStems.delete(id);
    this.#words.remove(position);
    this.#profiles[position] = undefined;
    this.#positions.delete(id);
    this.#corpusWords = undefined;
  }

  profile(id: string): Profile | undefined {
    return this.#profiles[this.#positions.get(id) ?? -1];
  }

  /** Returns whether a text has a word of an applicant's name. */
  hasNameOf(id: string, text: string): boolean {
    const stems = this.#nameStems.get(id);
    return tokenize(text).some(({ stem }) => stems?.has(stem));
  }

  /** Returns how many applicants state to have something to do with one of some concepts. */
  countAsserting(concepts: readonly number[]): number {
    return this.#profiles.filter((profile) =>
      concepts.some((concept) => (profile?.strengths[concept] ?? 0) > 0),
    ).length;
  }

  /** Parses a query against the words that applicants use. */
  parse(text: string): ParsedQuery {
    const frequency = (stem: string) => this.#words.frequency(stem);
    this.#corpusWords ??= new SpellingDictionary(
      [...this.#words.words()]
        .filter((word) => frequency(word) >= enoughToBeAWord)
        .map((word) => this.#spellings.get(word) ?? word),
    );
    const lexicon: Lexicon = {
      thesaurus: this.thesaurus,
      frequency,
      corpusWords: this.#corpusWords,
      names: { has: (word) => this.#names.has(word) || this.#trackWords.has(word) },
      isSpecific: (token) => {
        const count = frequency(token.stem);
        return (
          !isOrdinary(token) &&
          count > 0 &&
          count < Math.max(3, this.size * maxShareOfCorpus) &&
          token.lower.length > 1
        );
      },
    };
    return parseSearchQuery(text, {
      thesaurus: this.thesaurus,
      lexicon,
      tracks: this.#tracks,
      checkpoints: this.#checkpoints,
      eventDate: this.#eventDate,
    });
  }

  /** Parses a text and returns the applicants that match, best first. */
  search(text: string, options: FindOptions = {}): SearchEngineAnswer {
    const query = this.parse(text);
    return { query, ranked: this.find(query, options) };
  }

  /** Returns the applicants that match a query, best first; nobody if nothing of it is understood. */
  find(query: ParsedQuery, { allowed = () => true, isNameless }: FindOptions = {}): Ranked[] {
    if (!query.understood) return [];
    const isHidden = (position: number, stem: string) => {
      const id = this.#profiles[position]?.id ?? '';
      return isNameless !== undefined && this.#nameStems.get(id)?.has(stem) === true && isNameless(id);
    };
    const overall = this.#words.score(query.words, isHidden);
    const byFacet = query.facets.map((facet) => this.#words.score(facet.words, isHidden));
    const named = this.#scoreExcludedNames(query, isHidden);
    const ranked: Ranked[] = [];
    for (const [position, profile] of this.#profiles.entries()) {
      if (!profile || !allowed(profile)) continue;
      const support = byFacet.map((scores) => scores[position] ?? 0);
      const parts = listScoreParts(query, profile, this.thesaurus, support);
      const words = overall[position] ?? 0;
      const result = scoreProfile(query, profile, { parts, words, named: named(position) });
      if (result.score >= scoreFloor) ranked.push(result);
    }
    return ranked.sort((a, b) => b.exact - a.exact || (a.id < b.id ? -1 : 1));
  }

  /** Returns whether an applicant has something that a query excludes. */
  isExcluded(query: ParsedQuery, profile: Profile): boolean {
    const named = this.#scoreExcludedNames(query)(this.#positions.get(profile.id) ?? -1);
    return violates(query, profile, named);
  }

  /** Returns whether the applicant at a position has an excluded name. */
  #scoreExcludedNames(
    { not }: ParsedQuery,
    isHidden?: (position: number, stem: string) => boolean,
  ): (position: number) => boolean {
    const byName = not.names.map(({ stems }) => stems.map((stem) => this.#words.score([stem], isHidden)));
    return (position) => byName.some((all) => all.every((scores) => scores[position]! > 0));
  }
}
