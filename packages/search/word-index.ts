/** Passages of an applicant that are indexed; a posting is one number, applicant × this + passage. */
export const maxPassages = 512;

/** Which passages of which applicants have a word. Applicants are numbered from 0, and are added and removed one by one. */
export class WordIndex {
  #postings = new Map<string, number[]>();
  #frequency = new Map<string, number>();
  #words: (string[] | undefined)[] = [];

  /** Adds an applicant's passages, given as the different words of each. */
  add(applicant: number, passages: readonly (readonly string[])[]): void {
    const all = new Set<string>();
    for (const [at, words] of passages.entries())
      for (const word of words) {
        all.add(word);
        const posting = this.#postings.get(word);
        if (posting) posting.push(applicant * maxPassages + at);
        else this.#postings.set(word, [applicant * maxPassages + at]);
      }
    for (const word of all) this.#frequency.set(word, this.frequency(word) + 1);
    this.#words[applicant] = [...all];
  }

  remove(applicant: number): void {
    for (const word of this.#words[applicant] ?? []) {
      const left = this.#postings.get(word)!.filter((entry) => Math.floor(entry / maxPassages) !== applicant);
      if (left.length > 0) {
        this.#postings.set(word, left);
        this.#frequency.set(word, this.frequency(word) - 1);
      } else {
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
