/** A field that differs between two versions of an event. */
export interface Difference {
  path: string[];
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

export function listDifferences(from: unknown, to: unknown, path: string[] = []): Difference[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  if (isGroup(from) && isGroup(to) && Array.isArray(from) === Array.isArray(to))
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) =>
      listDifferences(from[key], to[key], [...path, key]),
    );
  const [one, other] = [describe(from), describe(to)];
  return one === other ? [] : [{ path, from: one, to: other }];
}
