import type { Application } from '../apply/applications.ts';
import { type EventTimes, getEventPhase, invitesToApply } from './phases.ts';

/** The five phases of a participant, plus `rejected`. */
export type ParticipantPhase = 'apply' | 'waiting' | 'approved' | 'on-site' | 'after' | 'rejected';

/** The one thing that a participant should do next. */
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
  /** Does not want a team. */
  solo: boolean;
}

/** Returns a participant's phase at `now`, in milliseconds, and their next step: the first card of the dashboard. */
export function getParticipantStep(
  { application, inTeam, solo }: ParticipantState,
  times: EventTimes,
  now: number,
): { phase: ParticipantPhase; action: NextAction } {
  if (!application) return { phase: 'apply', action: invitesToApply(times, now) ? 'apply' : 'nothing' };
  if (application.status === 'pending') return { phase: 'waiting', action: 'nothing' };
  if (application.status === 'rejected') return { phase: 'rejected', action: 'nothing' };
  if (getEventPhase(times, now) === 'over') return { phase: 'after', action: 'read-results' };
  if (application.checkedInAt) return { phase: 'on-site', action: 'show-pass' };
  // They are expected at the entrance; confirming attendance and finding a team can wait.
  if (getEventPhase(times, now) === 'live') return { phase: 'approved', action: 'bring-pass' };
  if (!application.attendanceConfirmed) return { phase: 'approved', action: 'confirm' };
  return { phase: 'approved', action: inTeam || solo ? 'bring-pass' : 'find-team' };
}
