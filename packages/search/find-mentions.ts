import { fillerWords, type Token } from './text.ts';
import type { TermNode, TermUse, Thesaurus } from './thesaurus.ts';

/** A concept found in a text; `from` is the position of its first word, `to` after its last. */
export interface Mention {
  concept: number;
  /** The term is only for questions. */
  queryOnly: boolean;
  /** The term is an everyday word but for its spelling: "Go". */
  isExact: boolean;
  from: number;
  to: number;
}

interface FindMentionsOptions {
  /** The text is a query: names may be in any case, and query-only terms count. */
  query?: boolean;
  /** The text is a list of skills: ambiguous names count as technical ones. */
  technical?: boolean;
}

interface Hit {
  to: number;
  uses: TermUse[];
}

const maxGap = 2;
const maxFillers = 4;

/** Returns the longest term that starts at a word and is meant there. */
function findLongest(
  tokens: readonly Token[],
  from: number,
  root: TermNode,
  options: FindMentionsOptions,
): Hit | undefined {
  let best: Hit | undefined;
  const walk = (node: TermNode, at: number, depth: number, fillers = 0) => {
    if (fillers === 0 && node.uses.length > 0 && (!best || at > best.to)) {
      const uses = node.uses.filter((use) => isMeant(use, tokens, from, at, { ...options, root }));
      if (uses.length > 0) best = { to: at, uses };
    }
    const token = tokens[at];
    if (!token || (at > from && token.breakBefore)) return;
    const bySingle = depth === 0 ? node.next.get(token.single) : undefined;
    const byStem = node.next.get(token.stem);
    if (bySingle) walk(bySingle, at + 1, 1);
    if (byStem && byStem !== bySingle) walk(byStem, at + 1, depth + 1);
    // "in Rust" is not "in the Rust Belt".
    if (
      depth > 0 &&
      fillers < maxFillers &&
      fillerWords.has(token.lower) &&
      !fillerWords.has(tokens[from]!.lower)
    )
      walk(node, at + 1, depth, fillers + 1);
    const open = node.next.get('*');
    if (open)
      for (let gap = 0; gap <= maxGap && at + gap < tokens.length; gap++) {
        if (gap > 0 && tokens[at + gap]!.breakBefore) break;
        const next = open.next.get(tokens[at + gap]!.stem);
        if (next) walk(next, at + gap + 1, depth + 1);
      }
  };
  walk(root, from, 0);
  return best;
}

const technicalNeighbors = new Set(
  'in using use used with wrote write programming program programmer developer engineer code coded coding language framework backend library app apps project script scripts version learn know via built build experience'.split(
    ' ',
  ),
);

/** Returns whether an ambiguous name (Go, C, Swift) is among technical words: "in Go", "Rust developer"; not "in the Rust Belt". */
function inTechnicalContext(tokens: readonly Token[], from: number, to: number, root: TermNode): boolean {
  const next = tokens[to];
  if (tokens[from - 1]?.lower === 'in') return true;
  const near = [tokens[from - 2], tokens[from - 1], next, tokens[to + 1]];
  // "TypeScript, Go, Rust".
  const isName = (token: Token | undefined) =>
    token !== undefined &&
    /\p{Lu}/u.test(token.raw) &&
    root.next.get(token.single)?.uses.some(({ exact, form }) => exact === undefined && form === undefined);
  if ((tokens[from]!.breakBefore && isName(tokens[from - 1])) || (next?.breakBefore && isName(next)))
    return true;
  return near.some((token) => token && token.lower !== 'in' && technicalNeighbors.has(token.lower));
}

/** Finds the concepts in a text; of overlapping terms the longest wins. */
export function findMentions(
  tokens: readonly Token[],
  thesaurus: Thesaurus,
  options: FindMentionsOptions = {},
): Mention[] {
  const found: Mention[] = [];
  for (let at = 0; at < tokens.length; ) {
    const hit = findLongest(tokens, at, thesaurus.terms, options);
    for (const { concept, queryOnly, exact } of hit?.uses ?? [])
      found.push({ concept, queryOnly, isExact: exact !== undefined, from: at, to: hit!.to });
    at = hit?.to ?? at + 1;
  }
  return found;
}

function isMeant(
  use: TermUse,
  tokens: readonly Token[],
  from: number,
  to: number,
  options: FindMentionsOptions & { root: TermNode },
): boolean {
  if (use.queryOnly && !options.query) return false;
  if (use.form !== undefined && to - from === 1) {
    const { lower } = tokens[from]!;
    if (lower !== use.form && lower !== `${use.form}s`) return false;
  }
  if (use.exact === undefined) return true;
  const written = tokens
    .slice(from, to)
    .map((token) => token.raw)
    .join(' ');
  // "First to go to college" asks for no language, and "a chef" or "chefs" for no software.
  if (options.query)
    return (
      written.toLowerCase() === use.exact.toLowerCase() &&
      !/^(?:to|an?|the)$/.test(tokens[from - 1]?.lower ?? '')
    );
  if (written !== use.exact) return false;
  return options.technical === true || inTechnicalContext(tokens, from, to, options.root);
}
