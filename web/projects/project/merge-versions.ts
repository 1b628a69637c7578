import { cleanParagraph } from '../../../contract/platform/text-rules.ts';
import type { ProjectText } from '../../../contract/projects/projects.ts';

/** A field that two people have changed to different things. */
export interface TextConflict {
  field: keyof ProjectText;
  theirs: ProjectText[keyof ProjectText];
}

// The server stores texts cleaned: what differs by white space alone is the same.
const toComparable = (value: ProjectText[keyof ProjectText]) =>
  typeof value === 'string' ? cleanParagraph(value) : value.join('\n');

function isSameValue(a: ProjectText[keyof ProjectText], b: ProjectText[keyof ProjectText]): boolean {
  return toComparable(a) === toComparable(b);
}

/** Whether two texts mean the same in every field. */
export function isSameText(a: ProjectText, b: ProjectText): boolean {
  return (Object.keys(a) as (keyof ProjectText)[]).every((field) => isSameValue(a[field], b[field]));
}

/**
 * Merges what this device has changed of `base` with what others have made of it: of each field the changed value, and
 * where both have changed it differently one's own, with theirs as a conflict.
 */
export function mergeTexts(
  base: ProjectText,
  mine: ProjectText,
  theirs: ProjectText,
): { text: ProjectText; conflicts: TextConflict[] } {
  const conflicts: TextConflict[] = [];
  const entries = (Object.keys(theirs) as (keyof ProjectText)[]).map((field) => {
    if (isSameValue(mine[field], theirs[field]) || isSameValue(theirs[field], base[field]))
      return [field, mine[field]];
    if (isSameValue(mine[field], base[field])) return [field, theirs[field]];
    conflicts.push({ field, theirs: theirs[field] });
    return [field, mine[field]];
  });
  return { text: Object.fromEntries(entries) as ProjectText, conflicts };
}
