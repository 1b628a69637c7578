import { listDifferences } from '../../../contract/event/differences.ts';
import type { FieldShape } from '../../../contract/event/setting-fields.ts';

/** One field that two states of a section have in different words. */
export interface Difference {
  where: string;
  from: string;
  to: string;
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
      if (shape?.kind === 'record') level = shape.list.fields;
      else if (shape) level = 'fields' in shape ? shape.fields : [];
    }
  }
  return words.join(', ');
}

export const describeDifferences = (from: unknown, to: unknown, shapes: FieldShape[]): Difference[] =>
  listDifferences(from, to).map(({ path, ...values }) => ({
    where: describePath(path.join('.'), shapes),
    ...values,
  }));
