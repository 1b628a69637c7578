import { queryOptions } from '@tanstack/react-query';
import { getRoster, type Participant, type Roster, type RosterPerson } from '../../contract/check-in.ts';
import { limits } from '../../contract/limits.ts';
import { call } from '../lib/call.ts';
import { fetchOrCached } from '../lib/offline-cache.ts';
import { queryClient } from '../lib/query-client.ts';
import type { ScannedCode } from './scanned-code.ts';

/** Who may come in, as this station last heard it; on the device until sign-out, so that it needs no network. */
export const rosterQuery = (checkpoint: string) =>
  queryOptions({
    queryKey: ['check-ins', 'roster', checkpoint],
    queryFn: () =>
      fetchOrCached<StoredRoster>('roster', async () => ({
        at: Date.now(),
        ...(await call(getRoster, { query: { checkpoint } })),
      })),
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  });

/** A roster, and when the station fetched it. */
export type StoredRoster = Roster & { at: number };

/** Returns the station's list for a checkpoint; until that is fetched, the one for another. */
export function findRoster(checkpoint: string): StoredRoster | undefined {
  const lists = queryClient.getQueriesData<StoredRoster>({ queryKey: ['check-ins', 'roster'] });
  const known = lists.flatMap(([, roster]) => roster ?? []);
  return known.find((roster) => roster.checkpoint === checkpoint) ?? known[0];
}

/** A participant; the station's own list has no email and no major. */
export type KnownParticipant = Omit<Participant, '_id' | 'email' | 'major'> &
  Partial<Pick<Participant, 'email' | 'major'>>;

/** What the station's own list says about a pass. */
export type LocalVerdict =
  | { kind: 'known'; person: KnownParticipant; passVerified: boolean }
  | { kind: 'forged' | 'unknown' };

/** A digest of a pass's signature, as the server made the roster's: 96 bits of its SHA-256, base64url. */
export async function computePassDigest(signature: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signature));
  const text = String.fromCharCode(...new Uint8Array(digest).subarray(0, 12));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_');
}

/** Somebody of the roster as the search at a checkpoint would find them. */
function participantOf(person: RosterPerson, roster: Roster, checkpoint: string): KnownParticipant {
  const { passDigest: _, checkedIn, dietaryRestrictions, tShirtSize, ...known } = person;
  return {
    ...known,
    checkedInAt: checkedIn[checkpoint] ?? null,
    // A list fetched for a meal is still on the device when the station moves on offline.
    ...(roster.checkpoint === checkpoint && { dietaryRestrictions, tShirtSize }),
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

/** Searches the station's own list by words of the name; those that begin a name come first. At most 50. */
export function searchRoster(roster: Roster, term: string, checkpoint: string): KnownParticipant[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const namesBegun = (name: string) => words.every((word) => ` ${name.toLowerCase()}`.includes(` ${word}`));
  return roster.people
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .sort((a, b) => Number(namesBegun(b.name)) - Number(namesBegun(a.name)))
    .slice(0, limits.checkIn.maxResults)
    .map((person) => participantOf(person, roster, checkpoint));
}
