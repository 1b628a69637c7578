import { formatCount } from '../../contract/platform/format.ts';

/** `3 seats left`, or the sentence for a full team. */
export function describeSeats(seatsLeft: number): string {
  if (seatsLeft <= 0) return 'This team is full.';
  return `${formatCount(seatsLeft, 'seat')} left`;
}

/** `1 of 4 seats taken`, with as many seats as can be taken. */
export function describeSeatsTaken({ memberCount, seatsLeft }: { memberCount: number; seatsLeft: number }) {
  return `${memberCount} of ${memberCount + seatsLeft} seats taken`;
}

/** Says in which track a team competes, to somebody who applied for another one; undefined if they are the same. */
export function describeOtherTrack(team: string | null | undefined, own: string | undefined) {
  if (!team || !own || team === own) return undefined;
  return `Its project will be judged in ${team}; you applied for ${own}.`;
}
