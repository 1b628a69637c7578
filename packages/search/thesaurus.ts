import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fillerWords, type Token, tokenize } from './text.ts';
import { isCommonForm } from './words.ts';

/** How a term refers to a concept. */
export interface TermUse {
  concept: number;
  /** Matches only this spelling, letter case included, in a technical context. */
  exact: string | undefined;
  /** Too vague inside a resume: counts only in queries. */
  queryOnly: boolean;
  /** The form of a single word that is common English too: "reads" is a term, "reading about it" is not. */
  form: string | undefined;
}

/** A node of the tree of terms: `next` by word, `*` for up to two other words; `uses` are the concepts of the term that ends here. */
export interface TermNode {
  next: Map<string, TermNode>;
  uses: TermUse[];
}

interface Concept {
  id: string;
  label: string;
  parents: number[];
  related: number[];
  children: number[];
  /** The event has terms of its own for it. */
  own?: true;
}

export interface Thesaurus {
  concepts: Concept[];
  /** Terms by their first word. */
  terms: TermNode;
  /** The stems of the words of terms, for the spelling check. */
  stems: Set<string>;
  /** The same words as they are written. */
  spellings: Set<string>;
}

/** A term of the event's own, with other words that people use for it. */
export interface EventTerm {
  term: string;
  examples: string[];
}

// In this order: the rows of a concept that come later add to it.
const folders = ['concepts', 'phrases', 'narrower'];

/**
 * Reads the thesaurus: `id | Label | parents | related | terms`, see vocabulary/README.md, and adds the
 * event's own terms. Throws on an unknown parent.
 */
export function loadThesaurus(own: readonly EventTerm[] = []): Thesaurus {
  const text = folders
    .map((name) => path.join(import.meta.dirname, 'vocabulary', name))
    .flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .map((name) => path.join(folder, name)),
    )
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return compileThesaurus(text, own);
}

/** Compiles rows of the vocabulary. */
export function compileThesaurus(text: string, own: readonly EventTerm[] = []): Thesaurus {
  const rows = text
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const byId = new Map<string, number>();
  const concepts: Concept[] = [];
  for (const [id = '', label = ''] of rows) {
    const at = byId.get(id) ?? concepts.length;
    const known = concepts[at];
    // The row with the label need not be the first.
    if (known && (known.label || !label)) continue;
    byId.set(id, at);
    concepts[at] = {
      id,
      label,
      ...noPlace(),
    };
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
  const words = { stems: new Set<string>(), spellings: new Set<string>() };
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
  for (const { term, examples } of own) {
    const named = findOwnConcepts(term, { concepts, terms });
    if (named.length === 0) {
      byId.set(`event:${term}`, concepts.length);
      named.push(concepts.push({ id: `event:${term}`, label: term, ...noPlace() }) - 1);
    }
    for (const concept of named) concepts[concept]!.own = true;
    // One per line is asked for; commas separate them as well.
    for (const text of [term, ...examples.flatMap((example) => example.split(/[,;]/))])
      for (const concept of named) addTerm(terms, words, concept, toPlainTerm(text));
  }
  return { concepts, terms, ...words };
}

const noPlace = () => ({ parents: [], related: [], children: [] });

/** Returns an organizer's words without signs that mean something here, and without "our" and "the" if words remain. */
function toPlainTerm(text: string): string {
  const tokens = tokenize(text.replaceAll('_', ' '));
  return tokens
    .filter(({ lower }) => !fillerWords.has(lower))
    .map(({ raw }) => raw)
    .join(' ');
}

/** Returns the concepts that an event's term names, as a question does: by its label, or else by a term. */
export function findOwnConcepts(
  term: string,
  { concepts, terms }: Pick<Thesaurus, 'concepts' | 'terms'>,
): number[] {
  const labelled = concepts.findIndex(({ label }) => label.toLowerCase() === term.toLowerCase());
  if (labelled >= 0) return [labelled];
  const words = tokenize(toPlainTerm(term));
  let node: TermNode | undefined = terms;
  for (const { single, stem } of words) node = node?.next.get(words.length === 1 ? single : stem);
  const found = words.length === 0 ? [] : (node?.uses ?? []).map(({ concept }) => concept);
  return narrowestTerms(found, { concepts });
}

function addTerm(
  root: TermNode,
  seen: Pick<Thesaurus, 'stems' | 'spellings'>,
  concept: number,
  written: string,
): void {
  const term = written.replace(/^[=?]+/, '');
  if (!term) return;
  const marks = written.slice(0, written.length - term.length);
  const parts = term.split(/\s+/).flatMap((part): (Token | '*')[] => (part === '_' ? ['*'] : tokenize(part)));
  // "new to tech" must not become "tech".
  const significant = parts.filter((part) => part === '*' || !fillerWords.has(part.lower));
  const words = parts.length >= 3 && significant.length >= 2 ? significant : parts;
  const single = words.length === 1;
  let node = root;
  for (const part of words) {
    const key = part === '*' ? '*' : single ? part.single : part.stem;
    if (part !== '*') {
      seen.stems.add(part.stem);
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
    exact: marks.includes('=') ? term : undefined,
    queryOnly: marks.includes('?'),
    form: single && parts[0] !== '*' && isCommonForm(parts[0]!) ? parts[0]!.lower : undefined,
  };
  // A term listed again does not become stronger.
  const known = node.uses.find(
    (other) => other.concept === concept && other.exact === use.exact && other.form === use.form,
  );
  if (!known) node.uses.push(use);
  else known.queryOnly &&= use.queryOnly;
}

/** Returns the narrowest of some concepts, each once: without the ancestors of others. */
export function narrowestTerms(
  found: readonly number[],
  { concepts }: Pick<Thesaurus, 'concepts'>,
): number[] {
  const above = new Set<number>();
  const climb = (concept: number) => {
    for (const parent of concepts[concept]!.parents)
      if (!above.has(parent)) {
        above.add(parent);
        climb(parent);
      }
  };
  for (const concept of found) climb(concept);
  const narrowest = [...new Set(found)].filter((concept) => !above.has(concept));
  return narrowest.length > 0 ? narrowest : [...new Set(found)];
}

/** Returns whether a concept is a descendant of another. */
export function isWithinTerm(concept: number, wide: number, thesaurus: Thesaurus): boolean {
  const { parents } = thesaurus.concepts[concept]!;
  return parents.some((parent) => parent === wide || isWithinTerm(parent, wide, thesaurus));
}
