/** Passages of an applicant that are indexed; a posting is one number, applicant × this + passage. */
export const maxPassages = 512;

/** Which passages of which applicants have a word. Applicants are numbered from 0, and are added and removed one by one. */
export class WordIndex {
  /** In ascending order, so that an applicant's are found without reading all. */
  #postings = new Map<string, number[]>();
  #frequency = new Map<string, number>();
  #words: (string[] | undefined)[] = [];

  /** Adds an applicant's passages, given as the different words of each. */
  add(applicant: number, passages: readonly (readonly string[])[]): void {
    const all = new Set<string>();
    for (const [at, words] of passages.entries())
      for (const word of words) {
        all.add(word);
        const entry = applicant * maxPassages + at;
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
      const from = findPlace(posting, applicant * maxPassages);
      posting.splice(from, findPlace(posting, (applicant + 1) * maxPassages) - from);
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
