const k1 = 1.2;
const b = 0.75;

/** An index of words over documents that can be added and removed one by one. */
export class WordIndex {
  #postings = new Map<string, Map<number, number>>();
  #documents = new Map<number, { length: number; words: string[] }>();
  #total = 0;

  add(document: number, words: readonly string[]): void {
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const posting = this.#postings.get(word);
      if (posting) posting.set(document, count);
      else this.#postings.set(word, new Map([[document, count]]));
    }
    this.#documents.set(document, { length: words.length, words: [...counts.keys()] });
    this.#total += words.length;
  }

  remove(document: number): void {
    const held = this.#documents.get(document);
    if (!held) return;
    this.#documents.delete(document);
    this.#total -= held.length;
    for (const word of held.words) {
      const posting = this.#postings.get(word);
      posting?.delete(document);
      if (posting?.size === 0) this.#postings.delete(word);
    }
  }

  /** In how many documents a word stands. */
  frequency(word: string): number {
    return this.#postings.get(word)?.size ?? 0;
  }

  /** The words of the index. */
  words(): IterableIterator<string> {
    return this.#postings.keys();
  }

  /** Okapi BM25 of each document that has any of the words, divided by the highest possible: between 0 and 1. */
  score(words: readonly string[]): Map<number, number> {
    const scores = new Map<number, number>();
    const count = this.#documents.size;
    const average = this.#total / Math.max(1, count);
    let best = 0;
    for (const word of new Set(words)) {
      const posting = this.#postings.get(word);
      if (!posting) continue;
      const idf = Math.log(1 + (count - posting.size + 0.5) / (posting.size + 0.5));
      best += idf * (k1 + 1);
      for (const [document, times] of posting) {
        const length = this.#documents.get(document)!.length / average;
        const value = (idf * times * (k1 + 1)) / (times + k1 * (1 - b + b * length));
        scores.set(document, (scores.get(document) ?? 0) + value);
      }
    }
    for (const [document, score] of scores) scores.set(document, score / best);
    return scores;
  }
}
