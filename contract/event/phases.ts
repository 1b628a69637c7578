/** When registration closes, and when the event begins and ends, in milliseconds since 1970. */
export interface EventTimes {
  closesAt: number;
  /** Whether applications are refused after `closesAt`. */
  enforce: boolean;
  startsAt: number;
  endsAt: number;
}

/** `late`: after the deadline of an event that still accepts applications; `closed`: of one that does not. */
export type EventPhase = 'open' | 'late' | 'closed' | 'live' | 'over';

/** Returns the times on which the phases depend, from the registration and the rows of the program. */
export function getEventTimes({
  registration,
  program,
}: {
  registration: { closesAt: string; enforce: boolean };
  program: { startsAt: number; endsAt: number }[];
}): EventTimes {
  return {
    closesAt: Date.parse(registration.closesAt),
    enforce: registration.enforce,
    startsAt: Math.min(...program.map(({ startsAt }) => startsAt)),
    endsAt: Math.max(...program.map(({ endsAt }) => endsAt)),
  };
}

/** Returns whether applications are accepted at `now`, in milliseconds. */
export function isRegistrationOpen(
  { closesAt, enforce }: { closesAt: number | string; enforce: boolean },
  now: number,
): boolean {
  return !enforce || now <= new Date(closesAt).getTime();
}

/** Returns the phase of the event at `now`, in milliseconds. */
export function getEventPhase(times: EventTimes, now: number): EventPhase {
  if (now >= times.endsAt) return 'over';
  if (now >= times.startsAt) return 'live';
  if (now <= times.closesAt) return 'open';
  return times.enforce ? 'closed' : 'late';
}
