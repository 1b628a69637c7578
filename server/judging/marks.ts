import { fail } from '../platform/http/problem.ts';

/** What a judge gives, from 0 to 10, by criterion. */
export type Marks = Record<string, number>;

/** Returns the marks in the order of `keys`. Throws `invalid_input` unless they have exactly these keys. */
export function requireMarks(marks: Marks, keys: readonly string[], field: string): Marks {
  const wrong =
    keys.find((key) => !Object.hasOwn(marks, key)) ?? Object.keys(marks).find((key) => !keys.includes(key));
  if (wrong !== undefined)
    fail('invalid_input', { fields: { [`${field}.${wrong}`]: 'is missing or not known here' } });
  return Object.fromEntries(keys.map((key) => [key, marks[key] ?? 0]));
}
