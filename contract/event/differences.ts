/** A field that differs between two versions of an event. */
export interface Difference {
  path: string[];
  from: string;
  to: string;
}

type Group = Record<string, unknown>;

const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null;

const isRecord = (value: unknown): value is Group => isGroup(value) && !Array.isArray(value);

const isList = (value: unknown): value is Group[] => Array.isArray(value) && value.every(isRecord);

export const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

/** The fields that say which entry of a list it is: the first that it has. */
const names = ['id', 'key', 'date', 'title', 'label', 'name', 'question', 'project', 'term', 'alt', 'thing'];

function listNames(entries: Group[]): string[] {
  const all = entries.map((entry) => entry[names.find((name) => entry[name]) ?? '']);
  return all.map((name, at) => `${name} ${all.slice(0, at).filter((other) => other === name).length}`);
}

/** Returns the entries of a list by name. One that was renamed where it stood keeps the name that it had before. */
function keyEntries(entries: Group[], before: Group[]): Group {
  const [own, known] = [listNames(entries), listNames(before)];
  const isRenamed = (at: number) => at in known && !known.includes(own[at]!) && !own.includes(known[at]!);
  return Object.fromEntries(entries.map((entry, at) => [isRenamed(at) ? known[at] : own[at], entry]));
}

const haveSameOrder = (one: Group, other: Group) =>
  !differ(
    Object.keys(one).filter((key) => key in other),
    Object.keys(other).filter((key) => key in one),
  );

/**
 * Returns what was saved with what was typed since their common base, entry by entry and field by field. `wins` decides about what
 * both changed, and what one changed and the other removed.
 */
export function mergeChanges(
  base: unknown,
  typed: unknown,
  saved: unknown,
  wins: 'typed' | 'saved',
): unknown {
  if (!differ(typed, base)) return saved;
  if (!differ(saved, base) || !differ(typed, saved)) return typed;
  const merge = (old: Group, mine: Group, theirs: Group, order: Group) => {
    const merged = Object.keys({ ...order, ...mine, ...theirs }).map((key): [string, unknown] => [
      key,
      mergeChanges(old[key], mine[key], theirs[key], wins),
    ]);
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  };
  if (isList(typed) && isList(saved)) {
    const before = isList(base) ? base : [];
    const old = keyEntries(before, []);
    const [mine, theirs] = [keyEntries(typed, before), keyEntries(saved, before)];
    return Object.values(merge(old, mine, theirs, haveSameOrder(old, theirs) ? mine : theirs));
  }
  if (isRecord(typed) && isRecord(saved)) return merge(isRecord(base) ? base : {}, typed, saved, saved);
  return wins === 'typed' ? typed : saved;
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'not set';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (isGroup(value)) return Object.values(value).map(describe).join(', ') || 'nothing';
  return String(value);
}

export function listDifferences(from: unknown, to: unknown, path: string[] = []): Difference[] {
  if (!differ(from, to)) return [];
  if (isList(from) && isList(to)) {
    const [old, changed] = [keyEntries(from, []), keyEntries(to, from)];
    if (haveSameOrder(old, changed))
      return Object.keys({ ...old, ...changed }).flatMap((key) => {
        const at = Object.keys(key in changed ? changed : old).indexOf(key);
        return listDifferences(old[key], changed[key], [...path, String(at)]);
      });
  }
  if (isGroup(from) && isGroup(to) && Array.isArray(from) === Array.isArray(to))
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) =>
      listDifferences(from[key], to[key], [...path, key]),
    );
  const [one, other] = [describe(from), describe(to)];
  return one === other ? [] : [{ path, from: one, to: other }];
}
