import type { ApplicationStatus } from '../../../contract/apply/applications.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import type { SignedInUser } from '../../platform/sessions/sessions.service.ts';
import { attendanceRefusal, statusRefusal, trackRefusal } from './applications.rules.ts';

type Actor = Pick<SignedInUser, 'id' | 'role'>;

interface Subject {
  userId: string;
  status: ApplicationStatus;
  /** Admitted at the first checkpoint. */
  atEntrance: boolean;
  /** Admitted at any checkpoint. */
  admitted: boolean;
}

/** The person, organizers and the check-in lead read whether the person will come. */
export function canReadAttendance(actor: Actor, userId: string): boolean {
  return hasAccess(actor.role, 'check-in-lead') || actor.id === userId;
}

/** Returns what somebody can do with an application now, by the rules that the calls themselves follow. */
export function getAbilities(
  actor: Actor,
  { userId, status, atEntrance, admitted }: Subject,
  event: { tracks: readonly { requiresPitchDeck: boolean }[] },
) {
  const isOwner = actor.id === userId && actor.role === 'hacker';
  const canDecide = (to: 'approved' | 'rejected') =>
    actor.role === 'admin' && status !== to && !statusRefusal(to, admitted);
  return {
    changeTrack: isOwner && !trackRefusal(status),
    uploadDeck: isOwner && !trackRefusal(status) && event.tracks.some((track) => track.requiresPitchDeck),
    answerAttendance: isOwner && !attendanceRefusal(status, atEntrance),
    approve: canDecide('approved'),
    reject: canDecide('rejected'),
  };
}
