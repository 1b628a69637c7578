import type { ApplicationStatus } from '../../../contract/apply/applications.ts';
import type { Place } from '../../../contract/apply/places.ts';
import type { Role } from '../../../contract/platform/roles.ts';
import type { SignedInUser } from '../../platform/sessions/session-holders.ts';
import type { PreviousState } from './decisions.queries.ts';

export function trackRefusal(status: ApplicationStatus): 'application_decided' | undefined {
  return status === 'pending' ? undefined : 'application_decided';
}

/** Returns why "Will you come?" cannot be answered; undefined if it can. `atEntrance`: admitted at the first checkpoint. */
export function attendanceRefusal(status: ApplicationStatus, atEntrance: boolean) {
  if (status !== 'approved') return 'not_confirmed_yet';
  return atEntrance ? 'attendance_fixed' : undefined;
}

/**
 * Returns why T-shirt size and diet cannot change; undefined if they can. `atEntrance`: admitted at the first checkpoint.
 */
export function detailsRefusal(status: ApplicationStatus, atEntrance: boolean): 'details_fixed' | undefined {
  return status === 'rejected' || atEntrance ? 'details_fixed' : undefined;
}

/** Returns why major and motivation can no longer change; undefined if they can. */
export function answersRefusal(status: ApplicationStatus): 'details_fixed' | undefined {
  return status === 'pending' ? undefined : 'details_fixed';
}

export function resumeRefusal(status: ApplicationStatus): 'resume_fixed' | undefined {
  return status === 'pending' ? undefined : 'resume_fixed';
}

/** Returns why an applicant cannot withdraw their application; undefined if they can. `admitted`: at any checkpoint. */
export function withdrawalRefusal(status: ApplicationStatus, admitted: boolean) {
  return status === 'rejected' || admitted ? 'cannot_withdraw' : undefined;
}

/** Returns why an offer cannot be extended; undefined if it has a deadline and is unanswered. */
export function extensionRefusal(place: Place | undefined): 'offer_over' | undefined {
  return place?.until ? undefined : 'offer_over';
}

/**
 * Returns why an application cannot get this status; undefined if it can. `admitted`: at any checkpoint; `removed`: the
 * person was removed from the event.
 */
export function statusRefusal(
  status: 'approved' | 'rejected',
  { admitted, removed }: { admitted: boolean; removed: boolean },
): 'status_checked_in' | 'person_removed' | undefined {
  if (removed) return 'person_removed';
  return status === 'rejected' && admitted ? 'status_checked_in' : undefined;
}

/**
 * Returns why a decision cannot be undone; undefined if it can. `undo`: the state before it, stored until its email is
 * sent; `admitted`: at any checkpoint, in which case the person stays approved.
 */
export function undoRefusal(
  undo: { until: Date; previous: PreviousState } | undefined,
  { admitted, now }: { admitted: boolean; now: Date },
): 'decision_final' | 'status_checked_in' | undefined {
  if (!undo || undo.until <= now) return 'decision_final';
  const { previous } = undo;
  const wasApproved = !('application' in previous) || previous.application.status === 'approved';
  return admitted && !wasApproved ? 'status_checked_in' : undefined;
}

/** Returns why an organizer cannot remove or delete a person; undefined if they can. */
export function removalRefusal(role: Role): 'removal_of_staff' | undefined {
  return role === 'hacker' ? undefined : 'removal_of_staff';
}

interface Subject {
  userId: string;
  role: Role;
  status: ApplicationStatus;
  /** Admitted at the first checkpoint. */
  atEntrance: boolean;
  /** Admitted at any checkpoint. */
  admitted: boolean;
  removed: boolean;
}

/** Returns what a person can do with an application now, by the same rules as the calls. */
export function getAbilities(
  actor: Pick<SignedInUser, 'id' | 'role'>,
  { userId, role, status, atEntrance, admitted, removed }: Subject,
  event: { tracks: readonly { requiresPitchDeck: boolean }[] },
) {
  const isOwner = actor.id === userId && actor.role === 'hacker';
  const canDecide = (to: 'approved' | 'rejected') =>
    actor.role === 'admin' && status !== to && !statusRefusal(to, { admitted, removed });
  return {
    changeTrack: isOwner && !trackRefusal(status),
    uploadDeck: isOwner && !trackRefusal(status) && event.tracks.some((track) => track.requiresPitchDeck),
    answerAttendance: isOwner && !attendanceRefusal(status, atEntrance),
    approve: canDecide('approved'),
    reject: canDecide('rejected'),
    remove: actor.role === 'admin' && !removalRefusal(role),
  };
}
