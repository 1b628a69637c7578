import { diffLines, diffWordsWithSpace } from 'diff';
import { limits } from '../../../contract/limits.ts';
import type { ProjectText } from '../../../contract/projects/projects.ts';

type Value = ProjectText[keyof ProjectText];

/** A piece of a text, and whether the other version lacks it. */
interface Piece {
  /** Its index among the pieces of both versions. */
  at: number;
  text: string;
  differs: boolean;
}

// Characters of what is the same that stay around a difference.
const context = 60;
// Beyond so many differences both texts are shown whole: comparing them would hold up the page.
const bound = { maxEditLength: 1000 };

const toText = (value: Value) => (typeof value === 'string' ? value : value.join(', '));

/** Where two versions of a field differ: each as pieces, with the long stretches that are the same left out. */
export function findDifferences(mine: Value, theirs: Value): { mine: Piece[]; theirs: Piece[] } {
  const [own, other] = [toText(mine), toText(theirs)];
  const changes = diffWordsWithSpace(other, own, bound);
  if (!changes) {
    const whole = (text: string) => [{ at: 0, text, differs: true }];
    return { mine: whole(own), theirs: whole(other) };
  }
  const pieces = changes.map(({ value, added, removed }, index) => ({
    at: index,
    added,
    removed,
    text: added || removed ? value : shorten(value, index === 0, index === changes.length - 1),
  }));
  const of = (left: 'added' | 'removed') =>
    pieces
      .filter((piece) => !piece[left])
      .map(({ at, text, added, removed }) => ({ at, text, differs: Boolean(added || removed) }));
  return { mine: of('removed'), theirs: of('added') };
}

function shorten(same: string, isFirst: boolean, isLast: boolean): string {
  const [before, after] = [isFirst ? 0 : context, isLast ? 0 : context];
  if (same.length <= before + after + 2) return same;
  return `${same.slice(0, before)}…${same.slice(same.length - after)}`;
}

/**
 * Both versions of a field in one: of a description each differing passage twice, mine first; of tags and prizes all.
 * Undefined where that makes no sense (links) or does not fit.
 */
export function joinVersions(field: keyof ProjectText, mine: Value, theirs: Value): Value | undefined {
  if (typeof mine !== 'string' || typeof theirs !== 'string') {
    const all = [...new Set([...mine, ...theirs])];
    return field === 'tags' && all.length > limits.project.tags ? undefined : all;
  }
  if (field === 'title' || field === 'tagline') return within(`${mine} / ${theirs}`, limits.project[field]);
  if (field !== 'description') return undefined;
  const withEnd = (text: string) => `${text.trimEnd()}\n`;
  const lines = diffLines(withEnd(theirs), withEnd(mine), bound) ?? [
    { value: withEnd(theirs), added: false, removed: true },
    { value: withEnd(mine), added: true, removed: false },
  ];
  // The comparison lists removed lines before added ones; here the person's own lines come first.
  const both = lines.reduce<{ text: string; gone: string }>(
    ({ text, gone }, { value, added, removed }) =>
      removed
        ? { text: text + gone, gone: value }
        : { text: text + (added ? value + gone : gone + value), gone: '' },
    { text: '', gone: '' },
  );
  return within((both.text + both.gone).trimEnd(), limits.project.description);
}

const within = (text: string, limit: number) => (text.length <= limit ? text : undefined);
