/** Where tables stand, by number, and whether they have power. */
interface Area {
  name: string;
  from: number;
  to: number;
  power: boolean;
}

/** The number that somebody gets, and the area that it is in; null beyond all areas, and where there are none. */
interface Picked {
  number: number;
  area: string | null;
}

/**
 * Returns a number for each party, in their order. Without areas they follow the highest one taken. With areas each gets the
 * lowest free number: who needs power where there is some, and before all others; everybody else rather where there is none.
 * When all are taken, numbers go on after the highest.
 */
export function pickNumbers(
  parties: readonly { needsPower: boolean }[],
  taken: readonly number[],
  areas: readonly Area[],
): Picked[] {
  const used = new Set(taken);
  let last = Math.max(0, ...taken, ...areas.map(({ to }) => to));
  const withPower = areas.filter(({ power }) => power);
  const rather = [...areas.filter(({ power }) => !power), ...withPower];
  const pick = (allowed: readonly Area[]): Picked => {
    for (const { name, from, to } of allowed)
      for (let number = from; number <= to; number += 1)
        if (!used.has(number)) {
          used.add(number);
          return { number, area: name };
        }
    last += 1;
    return { number: last, area: null };
  };
  const picked = new Map<number, Picked>();
  const order = [...parties.keys()];
  const isFirst = (at: number) => areas.length > 0 && parties[at]!.needsPower;
  for (const at of order.filter(isFirst)) picked.set(at, pick(withPower));
  for (const at of order.filter((each) => !isFirst(each))) picked.set(at, pick(rather));
  return order.map((at) => picked.get(at)!);
}
