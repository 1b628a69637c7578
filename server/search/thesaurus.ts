import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fillerWords, type Token, tokenize } from './text.ts';

/** What a term says about its concept. */
export interface TermUse {
  concept: number;
  /** 1, or 0.5 for an everyday word that proves little. */
  weight: number;
  /** Matches only this spelling, letter case included, in a technical context. */
  exact: string | undefined;
  /** Too vague inside a resume: counts only in what an organiser asks. */
  queryOnly: boolean;
}

/** A node of the tree of terms: the next word leads on, `uses` says what ends here; `*` allows up to two other words. */
export interface TermNode {
  next: Map<string, TermNode>;
  uses: TermUse[];
}

export interface Concept {
  id: string;
  label: string;
  parents: number[];
  related: number[];
  children: number[];
  /** So wide that it steps back where something specific is asked too. */
  generic: boolean;
  /** A field that people care for: an interest in it counts, not only work done in it. */
  interest: boolean;
}

export interface Thesaurus {
  concepts: Concept[];
  byId: Map<string, number>;
  /** Terms by their first word. */
  terms: TermNode;
  /** Every word that occurs in a term, for the spelling check. */
  vocabulary: Set<string>;
  /** The same words only as they are written. */
  spellings: Set<string>;
  /** Changes when any word of it changes. */
  version: string;
}

const folder = path.join(import.meta.dirname, 'thesaurus');

/** Reads the thesaurus: `id | Label | parents | related | terms`, see thesaurus/README.md. Throws on an unknown parent. */
export function loadThesaurus(): Thesaurus {
  const text = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  return compileThesaurus(text);
}

/** Compiles the lines of a thesaurus. */
function compileThesaurus(text: string): Thesaurus {
  const rows = text
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const byId = new Map<string, number>();
  const concepts: Concept[] = [];
  for (const [id = '', label = ''] of rows) {
    if (byId.has(id)) continue;
    byId.set(id, concepts.length);
    concepts.push({
      id,
      label: label.replace(/^[!@]+/, ''),
      parents: [],
      related: [],
      children: [],
      generic: label.startsWith('!'),
      interest: label.startsWith('@'),
    });
  }
  const find = (id: string) => {
    const at = byId.get(id);
    if (at === undefined) throw new Error(`thesaurus: no concept named ${id}`);
    return at;
  };
  const list = (cell = '') =>
    cell
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  const terms: TermNode = { next: new Map(), uses: [] };
  const words = { vocabulary: new Set<string>(), spellings: new Set<string>() };
  for (const [id = '', , parents, related, written = ''] of rows) {
    const concept = find(id);
    const entry = concepts[concept]!;
    for (const parent of list(parents).map(find)) {
      entry.parents.push(parent);
      concepts[parent]!.children.push(concept);
    }
    entry.related.push(...list(related).map(find));
    for (const term of written.split(';')) addTerm(terms, words, concept, term.trim());
  }
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { concepts, byId, terms, ...words, version };
}

function addTerm(
  root: TermNode,
  seen: Pick<Thesaurus, 'vocabulary' | 'spellings'>,
  concept: number,
  written: string,
): void {
  const term = written.replace(/^[=~?]+/, '');
  if (!term) return;
  const marks = written.slice(0, written.length - term.length);
  const parts = term.split(/\s+/).flatMap((part): (Token | '*')[] => (part === '_' ? ['*'] : tokenize(part)));
  // "new to tech" must not become "tech".
  const telling = parts.filter((part) => part === '*' || !fillerWords.has(part.lower));
  const words = parts.length >= 3 && telling.length >= 2 ? telling : parts;
  const single = words.length === 1;
  let node = root;
  for (const part of words) {
    const key = part === '*' ? '*' : single ? part.single : part.stem;
    if (part !== '*') {
      seen.vocabulary.add(part.lower).add(part.single).add(part.stem);
      seen.spellings.add(part.lower);
    }
    let next = node.next.get(key);
    if (!next) {
      next = { next: new Map(), uses: [] };
      node.next.set(key, next);
    }
    node = next;
  }
  const use: TermUse = {
    concept,
    weight: marks.includes('~') ? 0.5 : 1,
    exact: marks.includes('=') ? term : undefined,
    queryOnly: marks.includes('?'),
  };
  // The same words may be listed again, for other forms of them or in another file: that makes them no stronger.
  const known = node.uses.find((other) => other.concept === concept && other.exact === use.exact);
  if (!known) node.uses.push(use);
  else if (known.queryOnly || (!use.queryOnly && use.weight < known.weight)) Object.assign(known, use);
}

/** The narrowest of some concepts: without those that stand above another of them, each once. */
export function narrowestTerms(found: readonly number[], { concepts }: Thesaurus): number[] {
  const above = new Set<number>();
  const climb = (concept: number) => {
    for (const parent of concepts[concept]!.parents)
      if (!above.has(parent)) {
        above.add(parent);
        climb(parent);
      }
  };
  for (const concept of found) climb(concept);
  const kept = [...new Set(found)].filter((concept) => !above.has(concept));
  return kept.length > 0 ? kept : [...new Set(found)];
}

/** Whether a concept is a narrower one of another, at any depth. */
export function isWithinTerm(concept: number, wide: number, thesaurus: Thesaurus): boolean {
  const { parents } = thesaurus.concepts[concept]!;
  return parents.some((parent) => parent === wide || isWithinTerm(parent, wide, thesaurus));
}
