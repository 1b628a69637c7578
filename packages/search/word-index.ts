/** Passages of an applicant that are indexed. */
export const maxPassages = 512;

/** Numbers by entry, above zero, in the order in which they were set. As a Map, but in memory that is used again. */
export class Tally {
  entries: number[] = [];
  #values = new Float64Array(0);

  get(entry: number): number {
    return this.#values[entry]!;
  }

  set(entry: number, value: number): void {
    if (this.#values[entry] === 0) this.entries.push(entry);
    this.#values[entry] = value;
  }

  /** Removes all, and makes room for entries below a number. */
  clear(size: number): void {
    for (const entry of this.entries) this.#values[entry] = 0;
    this.entries = [];
    if (this.#values.length < size) this.#values = new Float64Array(size);
  }
}

/**
 * An inverted index: it finds the passages that contain a word. Applicants are numbered from 0, and are added and removed one
 * by one. An entry is the number of a passage; an applicant's passages have consecutive entries.
 */
export class WordIndex {
  /** In ascending order, so that an applicant's are found without reading all. */
  #postings = new Map<string, number[]>();
  #frequency = new Map<string, number>();
  #words: (string[] | undefined)[] = [];
  /** Each applicant's entries: the first, and the one after the last. */
  #ranges: [number, number][] = [];
  #applicants: number[] = [];

  /** The entry after the last. */
  get size(): number {
    return this.#applicants.length;
  }

  /** Adds an applicant's passages, given as the different words of each. */
  add(applicant: number, passages: readonly (readonly string[])[]): void {
    let [start, end] = this.#ranges[applicant] ?? [0, 0];
    if (passages.length > end - start) {
      [start, end] = [this.size, this.size + passages.length];
      this.#ranges[applicant] = [start, end];
      for (let entry = start; entry < end; entry++) this.#applicants.push(applicant);
    }
    const all = new Set<string>();
    for (const [at, words] of passages.entries())
      for (const word of words) {
        all.add(word);
        const entry = start + at;
        const posting = this.#postings.get(word);
        if (!posting) this.#postings.set(word, [entry]);
        else if (posting.at(-1)! < entry) posting.push(entry);
        else posting.splice(findPlace(posting, entry), 0, entry);
      }
    for (const word of all) this.#frequency.set(word, this.frequency(word) + 1);
    this.#words[applicant] = [...all];
  }

  remove(applicant: number): void {
    for (const word of this.#words[applicant] ?? []) {
      const posting = this.#postings.get(word)!;
      const [start, end] = this.#ranges[applicant]!;
      const from = findPlace(posting, start);
      posting.splice(from, findPlace(posting, end) - from);
      if (posting.length > 0) this.#frequency.set(word, this.frequency(word) - 1);
      else {
        this.#postings.delete(word);
        this.#frequency.delete(word);
      }
    }
    this.#words[applicant] = undefined;
  }

  /** Returns in how many applications a word stands. */
  frequency(word: string): number {
    return this.#frequency.get(word) ?? 0;
  }

  find(word: string): readonly number[] {
    return this.#postings.get(word) ?? [];
  }

  applicant(entry: number): number {
    return this.#applicants[entry]!;
  }

  /** Returns the entry of an applicant's first passage. */
  firstEntry(applicant: number): number {
    return this.#ranges[applicant]?.[0] ?? 0;
  }

  words(): IterableIterator<string> {
    return this.#postings.keys();
  }
}

/** Returns where an entry stands in a posting, or would stand. */
function findPlace(posting: readonly number[], entry: number): number {
  let [from, to] = [0, posting.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (posting[middle]! < entry) from = middle + 1;
    else to = middle;
  }
  return from;
}
