/**
 * Returns the value of a key from outside: `undefined` also for `constructor` and the other names that every object
 * inherits.
 */
export function getOwnValue<Value>(
  values: Readonly<Record<string, Value>> | null | undefined,
  key: string,
): Value | undefined {
  return values && Object.hasOwn(values, key) ? values[key] : undefined;
}
