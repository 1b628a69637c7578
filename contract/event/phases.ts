import type { Application } from '../apply/applications.ts';

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

/** The five phases of a participant, and `rejected`. */
export type ParticipantPhase = 'apply' | 'waiting' | 'approved' | 'on-site' | 'after' | 'rejected';

/** The one thing that a participant can do next. */
export type NextAction =
  | 'apply'
  | 'confirm'
  | 'find-team'
  | 'bring-pass'
  | 'show-pass'
  | 'read-results'
  | 'nothing';

export interface ParticipantState {
  application: Pick<Application, 'status' | 'checkedInAt' | 'attendanceConfirmed'> | null;
  inTeam: boolean;
  /** Wants no team. */
  solo: boolean;
}

/** Returns where a participant stands at `now`, in milliseconds, and what they do next. */
export function getParticipantStep(
  { application, inTeam, solo }: ParticipantState,
  times: EventTimes,
  now: number,
): { phase: ParticipantPhase; action: NextAction } {
  if (!application) return { phase: 'apply', action: isRegistrationOpen(times, now) ? 'apply' : 'nothing' };
  if (application.status === 'pending') return { phase: 'waiting', action: 'nothing' };
  if (application.status === 'rejected') return { phase: 'rejected', action: 'nothing' };
  if (getEventPhase(times, now) === 'over') return { phase: 'after', action: 'read-results' };
  if (application.checkedInAt) return { phase: 'on-site', action: 'show-pass' };
  // They are expected at the entrance: whether they come and with whom can wait.
  if (getEventPhase(times, now) === 'live') return { phase: 'approved', action: 'bring-pass' };
  if (!application.attendanceConfirmed) return { phase: 'approved', action: 'confirm' };
  return { phase: 'approved', action: inTeam || solo ? 'bring-pass' : 'find-team' };
}
