import { listDifferences } from '../../../contract/event/differences.ts';
import type { FieldShape } from '../../../contract/event/setting-fields.ts';
import { type FormatContext, formatDate, formatTime } from '../../../contract/platform/format.ts';

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

const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)/g;

/** Returns the fields in which two states differ, with moments in the time of the event. */
export function describeDifferences(
  from: unknown,
  to: unknown,
  { shapes, event }: { shapes: FieldShape[]; event: FormatContext | undefined },
): Difference[] {
  const describe = (text: string) =>
    text.replace(moment, (at) => `${formatDate(at, event)}, ${formatTime(at, event)}`);
  return listDifferences(from, to).map(({ path, ...values }) => ({
    where: describePath(path.join('.'), shapes),
    from: describe(values.from),
    to: describe(values.to),
  }));
}
