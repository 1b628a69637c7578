import type { Participant, Roster, RosterPerson } from '../../../contract/event-day/check-in.ts';
import { limits } from '../../../contract/limits.ts';
import { foldText, splitWords } from '../../../packages/text/fold-text.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { StoredRoster } from './check-in.api.ts';
import type { ScannedCode } from './scanned-code.ts';
import { findSimilarNames } from './similar-names.ts';
import { getStation } from './station-journal.ts';
import { findCheckInTime } from './station-reducer.ts';

const mostSimilar = 10;

/** Returns the roster for a checkpoint; until that is fetched, the one for another checkpoint. */
export function findRoster(checkpoint: string): StoredRoster | undefined {
  const lists = queryClient.getQueriesData<StoredRoster>({ queryKey: ['check-ins', 'roster'] });
  const known = lists.flatMap(([, roster]) => roster ?? []);
  return known.find((roster) => roster.checkpoint === checkpoint) ?? known[0];
}

/** A participant; the roster has neither email nor major. */
export type KnownParticipant = Omit<Participant, '_id' | 'email' | 'major'> &
  Partial<Pick<Participant, 'email' | 'major'>>;

/** The roster's verdict on a pass. */
export type LocalVerdict =
  | { kind: 'known'; person: KnownParticipant; passVerified: boolean }
  | { kind: 'forged'; isEarlier: boolean }
  | { kind: 'unknown' };

/** Returns the digest of a pass's signature as in the roster: 96 bits of its SHA-256, base64url. */
export async function computePassDigest(signature: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signature));
  const text = String.fromCharCode(...new Uint8Array(digest).subarray(0, 12));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_');
}

/** Returns a person of the roster in the form of the server's search. */
function toParticipant(person: RosterPerson, roster: Roster, checkpoint: string): KnownParticipant {
  const { passDigest: _, checkedIn: __, dietaryRestrictions, tShirtSize, ...known } = person;
  return {
    ...known,
    checkedInAt: findCheckInTime(getStation(), person.userId, checkpoint),
    // A list fetched for a meal is still on the device when the station moves on offline.
    ...(roster.checkpoint === checkpoint && { dietaryRestrictions, tShirtSize }),
  };
}

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
    return { kind: 'forged', isEarlier: roster.earlierPasses === true };
  return {
    kind: 'known',
    person: toParticipant(person, roster, checkpoint),
    passVerified: code.pass !== undefined,
  };
}

/** Searches the roster by words of the name; those that start a name come first. At most 50. */
export function searchRoster(roster: Roster, term: string, checkpoint: string): KnownParticipant[] {
  const words = splitWords(foldText(term));
  if (words.length === 0) return [];
  const startsNames = (name: string) => words.every((word) => ` ${foldText(name)}`.includes(` ${word}`));
  return roster.people
    .filter(({ name }) => words.every((word) => foldText(name).includes(word)))
    .sort((a, b) => Number(startsNames(b.name)) - Number(startsNames(a.name)))
    .slice(0, limits.checkIn.maxResults)
    .map((person) => toParticipant(person, roster, checkpoint));
}

/** Returns the people of the roster whose name is similar to the term, the nearest first. At most 10. */
export function searchSimilar(roster: Roster, term: string, checkpoint: string): KnownParticipant[] {
  return findSimilarNames(roster.people, term, mostSimilar).map((person) =>
    toParticipant(person, roster, checkpoint),
  );
}
