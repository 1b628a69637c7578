import type { Show } from '../../../contract/judging/results.ts';

export type Prize = Show['prizes'][number];

export type Slide =
  | { kind: 'black'; prize?: undefined }
  | { kind: 'prize'; prize: Prize }
  | { kind: 'winner'; prize: Prize; winner: Prize['winners'][number]; says: string };

const ordinals = 'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth'.split(' ');

/** Returns the words for a winner. A shared rank is told with the second winner only. */
function describeRank({ winners }: Prize, at: number): string {
  const { place } = winners[at]!;
  const name = winners.every((each) => each.place === 1) ? 'Winner' : `${ordinals[place - 1]} place`;
  if (winners[at - 1]?.place !== place) return name;
  return name === 'Winner' ? 'Another winner' : `Also ${name.toLowerCase()}`;
}

/** Returns the slides in their order: for each prize black, the prize, and its winners; black at the end. */
export function listSlides({ prizes }: Pick<Show, 'prizes'>): Slide[] {
  return [
    ...prizes.flatMap((prize): Slide[] => [
      { kind: 'black' },
      { kind: 'prize', prize },
      ...prize.winners.map((winner, at) => ({
        kind: 'winner' as const,
        prize,
        winner,
        says: describeRank(prize, at),
      })),
    ]),
    { kind: 'black' },
  ];
}

const invented = [
  ['Lost Ledger', 'Quiet Lanterns', 'Ada Example, Ben Sample, Cleo Placeholder'],
  ['Paper Harbor', 'Night Gardeners', 'Dana Dummy, Eli Example'],
  [
    'The Extraordinarily Long Name of a Project That Somebody Really Submitted',
    'Two Left Feet',
    'Fay Sample',
  ],
  ['Tin Compass', 'Slow Comets', ''],
] as const;

/** Returns a show with the same prizes and invented winners, with a tie for the second place. */
export function inventShow(
  { prizes }: Pick<Show, 'prizes'>,
  labels: readonly string[],
): Pick<Show, 'prizes'> {
  const known = labels.map((label) => ({ key: label, label, sponsor: null, note: '', winners: [] }));
  return {
    prizes: (prizes.length > 0 ? prizes : known).map((prize, at) => ({
      ...prize,
      winners: [4, 2, 2, 1].map((place, index) => {
        const [name, team, makers] = invented[(at + index) % invented.length]!;
        return {
          place,
          name,
          team,
          makers: makers ? makers.split(', ') : [],
          people: [],
          table: null,
          picture: null,
        };
      }),
    })),
  };
}
