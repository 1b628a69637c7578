import type { FieldShape } from './field-shapes.ts';

/** One field that two states of a section have in different words. */
export interface Difference {
  where: string;
  from: string;
  to: string;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'not set';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (isGroup(value)) return Object.values(value).map(describe).join(', ') || 'nothing';
  return String(value);
}

/** Returns the path of a field in words: `Tracks 2, Title`. */
export function describePath(path: string, shapes: FieldShape[]): string {
  const words: string[] = [];
  let level = shapes;
  for (const key of path.split('.')) {
    if (/^\d+$/.test(key)) words.push(`${words.pop() ?? ''} ${Number(key) + 1}`.trim());
    else {
      const shape = level.find(({ name }) => name === key);
      words.push(shape?.label || key);
      // A name that was given, such as that of a rubric, stands above the fields of what it names.
      if (shape?.kind === 'record') level = shape.list('').fields;
      else if (shape) level = 'fields' in shape ? shape.fields : [];
    }
  }
  return words.join(', ');
}

/** Lists the fields in which two states of a section differ. */
export function listDifferences(
  from: unknown,
  to: unknown,
  shapes: FieldShape[],
  path: string[] = [],
): Difference[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  if (isGroup(from) && isGroup(to) && Array.isArray(from) === Array.isArray(to))
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) =>
      listDifferences(from[key], to[key], shapes, [...path, key]),
    );
  const [one, other] = [describe(from), describe(to)];
  return one === other ? [] : [{ where: describePath(path.join('.'), shapes), from: one, to: other }];
}
