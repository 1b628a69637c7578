import { queryOptions } from '@tanstack/react-query';
import { getRoster, type Participant, type Roster, type RosterPerson } from '../../contract/check-in.ts';
import { limits } from '../../contract/limits.ts';
import { call } from '../lib/call.ts';
import { fetchOrCached } from '../lib/offline-cache.ts';
import type { ScannedCode } from './scanned-code.ts';

/** Who may come in, as this station last heard it; on the device until sign-out, so that it needs no network. */
export const rosterQuery = queryOptions({
  queryKey: ['check-ins', 'roster'],
  queryFn: () => fetchOrCached('roster', async () => ({ at: Date.now(), ...(await call(getRoster)) })),
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
});

/** What the station's own list says about a pass. */
export type LocalVerdict =
  | { kind: 'known'; person: Participant; passVerified: boolean }
  | { kind: 'forged' | 'unknown' };

/** A digest of a pass's signature, as the server made the roster's: 96 bits of its SHA-256, base64url. */
export async function computePassDigest(signature: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signature));
  const text = String.fromCharCode(...new Uint8Array(digest).subarray(0, 12));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_');
}

/** Somebody of the roster as the search at a checkpoint would find them. */
function participantOf(person: RosterPerson, { shows }: Roster, checkpoint: string): Participant {
  const { passDigest: _, checkedIn, dietaryRestrictions, tShirtSize, ...known } = person;
  const shown = shows[checkpoint] ?? [];
  return {
    ...known,
    checkedInAt: checkedIn[checkpoint] ?? null,
    ...(shown.includes('dietaryRestrictions') && { dietaryRestrictions }),
    ...(shown.includes('tShirtSize') && { tShirtSize }),
  };
}

/** Judges a pass by the station's own list. */
export async function checkAgainstRoster(
  roster: Roster,
  code: ScannedCode,
  checkpoint: string,
): Promise<LocalVerdict> {
  const id = code.userId.toLowerCase();
  const person = roster.people.find(({ userId }) => userId === id);
  if (!person) return { kind: 'unknown' };
  // Without https the browser has no digests, and the server has to say.
  if (code.pass !== undefined && !('subtle' in crypto)) return { kind: 'unknown' };
  if (code.pass !== undefined && (await computePassDigest(code.pass)) !== person.passDigest)
    return { kind: 'forged' };
  return {
    kind: 'known',
    person: participantOf(person, roster, checkpoint),
    passVerified: code.pass !== undefined,
  };
}

/** The search of the server on the station's own list: every word in name or address, by name, 50 at the most. */
export function searchRoster(roster: Roster, term: string, checkpoint: string): Participant[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return roster.people
    .filter(({ name, email }) => {
      const text = `${name} ${email ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, limits.checkIn.maxResults)
    .map((person) => participantOf(person, roster, checkpoint));
}
