import type { SignedInUser } from '../sessions/sessions.service.ts';

type Actor = Pick<SignedInUser, 'id' | 'role'>;

interface Subject {
  userId: string;
  status: 'pending' | 'approved' | 'rejected';
  checkedIn: boolean;
}

/** Whether somebody may hear if a person will come. */
export function canReadAttendance(actor: Actor, userId: string): boolean {
  return actor.role === 'admin' || actor.id === userId;
}

/** What somebody can do with an application now; the page shows exactly this. */
export function abilities(
  actor: Actor,
  { userId, status, checkedIn }: Subject,
  event: { tracks: readonly { requiresPitchDeck: boolean }[] },
) {
  const own = actor.id === userId && actor.role === 'hacker';
  const decides = actor.role === 'admin';
  return {
    changeTrack: own && status === 'pending',
    uploadDeck: own && status === 'pending' && event.tracks.some((track) => track.requiresPitchDeck),
    answerAttendance: own && status === 'approved' && !checkedIn,
    approve: decides && status !== 'approved',
    reject: decides && status !== 'rejected' && !checkedIn,
  };
}
