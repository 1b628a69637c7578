import { queryOptions } from '@tanstack/react-query';
import { getRoster, type Participant, type Roster, type RosterPerson } from '../../contract/check-in.ts';
import { limits } from '../../contract/limits.ts';
import { call } from '../lib/call.ts';
import { fetchOrCached } from '../lib/offline-cache.ts';
import type { ScannedCode } from './scanned-code.ts';

/** Everybody who may be checked in; cached on the device until sign-out, so that the station needs no network. */
export const rosterQuery = queryOptions({
  queryKey: ['check-ins', 'roster'],
  queryFn: () => fetchOrCached('roster', async () => ({ at: Date.now(), ...(await call(getRoster)) })),
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
});

/** The roster's verdict on a pass. */
export type LocalVerdict =
  | { kind: 'known'; person: Participant; passVerified: boolean }
  | { kind: 'forged' | 'unknown' };

/** Returns the digest of a pass's signature as in the roster: 96 bits of its SHA-256, base64url. */
export async function computePassDigest(signature: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signature));
  const text = String.fromCharCode(...new Uint8Array(digest).subarray(0, 12));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_');
}

/** Returns a person of the roster in the form of the server's search. */
function toParticipant(person: RosterPerson, { shows }: Roster, checkpoint: string): Participant {
  const { passDigest: _, checkedIn, dietaryRestrictions, tShirtSize, ...known } = person;
  const shown = shows[checkpoint] ?? [];
  return {
    ...known,
    checkedInAt: checkedIn[checkpoint] ?? null,
    ...(shown.includes('dietaryRestrictions') && { dietaryRestrictions }),
    ...(shown.includes('tShirtSize') && { tShirtSize }),
  };
}

/** Checks a pass against the roster. */
export async function checkAgainstRoster(
  roster: Roster,
  code: ScannedCode,
  checkpoint: string,
): Promise<LocalVerdict> {
  const id = code.userId.toLowerCase();
  const person = roster.people.find(({ userId }) => userId === id);
  if (!person) return { kind: 'unknown' };
  // Without https the browser has no digests, so the server decides.
  if (code.pass !== undefined && !('subtle' in crypto)) return { kind: 'unknown' };
  if (code.pass !== undefined && (await computePassDigest(code.pass)) !== person.passDigest)
    return { kind: 'forged' };
  return {
    kind: 'known',
    person: toParticipant(person, roster, checkpoint),
    passVerified: code.pass !== undefined,
  };
}

/** Searches the roster as the server does: every word in name or email, by name, at most 50. */
export function searchRoster(roster: Roster, term: string, checkpoint: string): Participant[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return roster.people
    .filter(({ name, email }) => {
      const text = `${name} ${email ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, limits.checkIn.maxResults)
    .map((person) => toParticipant(person, roster, checkpoint));
}
