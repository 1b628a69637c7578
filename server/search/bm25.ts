const k1 = 1.2;
const b = 0.75;

/** An index of words over documents that can be added and removed one by one. */
export class WordIndex {
  #postings = new Map<string, Map<number, number>>();
  #lengths = new Map<number, number>();
  #total = 0;

  add(document: number, words: readonly string[]): void {
    this.#lengths.set(document, words.length);
    this.#total += words.length;
    for (const word of words) {
      let posting = this.#postings.get(word);
      if (!posting) this.#postings.set(word, (posting = new Map()));
      posting.set(document, (posting.get(document) ?? 0) + 1);
    }
  }

  remove(document: number, words: readonly string[]): void {
    this.#total -= this.#lengths.get(document) ?? 0;
    this.#lengths.delete(document);
    for (const word of words) {
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
    const count = this.#lengths.size;
    const average = this.#total / Math.max(1, count);
    let best = 0;
    for (const word of new Set(words)) {
      const posting = this.#postings.get(word);
      if (!posting) continue;
      const idf = Math.log(1 + (count - posting.size + 0.5) / (posting.size + 0.5));
      best += idf * (k1 + 1);
      for (const [document, times] of posting) {
        const length = this.#lengths.get(document)! / average;
        const value = (idf * times * (k1 + 1)) / (times + k1 * (1 - b + b * length));
        scores.set(document, (scores.get(document) ?? 0) + value);
      }
    }
    for (const [document, score] of scores) scores.set(document, score / best);
    return scores;
  }
}
