/** Returns the value of a key from outside; `undefined` for names that objects inherit (`constructor`). */
export function getOwnValue<Value>(
  values: Readonly<Record<string, Value>> | null | undefined,
  key: string,
): Value | undefined {
  return values && Object.hasOwn(values, key) ? values[key] : undefined;
}
