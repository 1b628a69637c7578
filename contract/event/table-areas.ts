/** Returns the name of the area that a table is in, by its number; undefined in none. */
export const findArea = (
  areas: readonly { name: string; from: number; to: number }[] = [],
  number: number,
): string | undefined => areas.find(({ from, to }) => number >= from && number <= to)?.name;
