import type { Participant, Roster, RosterPerson } from '../../../contract/event-day/check-in.ts';
import { formatShortId, parseShortId } from '../../../contract/event-day/short-id.ts';
import { limits } from '../../../contract/limits.ts';
import { foldText, splitWords } from '../../../packages/text/fold-text.ts';
import { isConnectionLost } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/call.ts';
import {
  checkedInQuery,
  fetchPassHolder,
  rosterQuery,
  type StoredRoster,
  walkInsQuery,
} from './check-in.api.ts';
import type { ScannedCode } from './scanned-code.ts';
import { findSimilarNames } from './similar-names.ts';
import { getStation } from './station-journal.ts';
import { findCheckInTime, type OwnCheckIn, type ScannedParticipant } from './station-reducer.ts';
import { reportProblem } from './station-sender.ts';

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

type LocalVerdict =
  | { kind: 'known'; person: KnownParticipant; passVerified: boolean }
  | { kind: 'forged'; isEarlier: boolean }
  | { kind: 'removed'; name: string }
  | { kind: 'unknown' };

/** Returns the digest of a pass's signature as in the roster: 96 bits of its SHA-256, base64url. */
export async function computePassDigest(signature: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signature));
  const text = String.fromCharCode(...new Uint8Array(digest).subarray(0, 12));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_');
}

/** What a card says in place of what this device does not store. */
const notStored = {
  dietaryRestrictions: 'Not on this device: ask what they eat',
  tShirtSize: 'Not on this device: ask for their size',
};

/** Returns a person of the roster in the form of the server's search. */
function toParticipant(person: RosterPerson, roster: Roster, checkpoint: string): KnownParticipant {
  const { passDigest: _, checkedIn: __, removed: ___, dietaryRestrictions, tShirtSize, ...known } = person;
  const stored = { dietaryRestrictions, tShirtSize };
  // Without a network the list may be that of another checkpoint, with more than this one shows, or less.
  const shows = roster.shows?.[checkpoint] ?? [];
  return {
    ...known,
    checkedInAt: findCheckInTime(getStation(), person.userId, checkpoint),
    ...Object.fromEntries(shows.map((field) => [field, stored[field] ?? notStored[field]])),
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
  if (person.removed) return { kind: 'removed', name: person.name };
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

const hasWords = (name: string, words: readonly string[]) =>
  words.every((word) => foldText(name).includes(word));

/** Returns who of the roster has all words of a term in the name, or the term on their pass, removed people apart. */
function matchTerm({ people }: Roster, term: string) {
  const words = splitWords(foldText(term));
  const id = parseShortId(term);
  const found = people.filter(
    ({ userId, name }) => (id !== undefined && userId.startsWith(id)) || hasWords(name, words),
  );
  return Map.groupBy(words.length > 0 ? found : [], ({ removed }) => removed === true);
}

/** Lists the names of removed people whom a term finds. */
export const listRemoved = (roster: Roster, term: string): string[] =>
  (matchTerm(roster, term).get(true) ?? []).map(({ name }) => name);

/** Lists the names of people on the waitlist that have all words of a term. */
export function listWaiting({ waiting = [] }: Roster, term: string): string[] {
  const words = splitWords(foldText(term));
  return words.length > 0 ? waiting.filter((name) => hasWords(name, words)) : [];
}

/** Searches the roster by words of the name or the code on the pass; those that start a name come first. At most 50. */
export function searchRoster(roster: Roster, term: string, checkpoint: string): KnownParticipant[] {
  const words = splitWords(foldText(term));
  const startsNames = (name: string) => words.every((word) => ` ${foldText(name)}`.includes(` ${word}`));
  return (matchTerm(roster, term).get(false) ?? [])
    .sort((a, b) => Number(startsNames(b.name)) - Number(startsNames(a.name)))
    .slice(0, limits.checkIn.maxResults)
    .map((person) => toParticipant(person, roster, checkpoint));
}

/** Returns the people of the roster whose name is similar to the term, the nearest first. At most 10. */
export function searchSimilar(roster: Roster, term: string, checkpoint: string): KnownParticipant[] {
  return findSimilarNames(
    roster.people.filter(({ removed }) => !removed),
    term,
    mostSimilar,
  ).map((person) => toParticipant(person, roster, checkpoint));
}

/** The holder of a pass, as far as it can be identified now. */
type IdentifiedPass =
  | {
      kind: 'person';
      candidate: ScannedParticipant;
      checkedInAt: string | null;
      checkedInBy?: string;
      /** Known from this device's list, which may be minutes old. */
      isStored?: boolean;
    }
  /** `name` is that of the person whom the pass names. */
  | { kind: 'forged'; name: string | undefined; isEarlier: boolean }
  | { kind: 'removed'; name: string }
  | { kind: 'refused'; error: unknown; name?: string };

// How long to wait for a name, in milliseconds.
const nameTimeout = 3000;

/**
 * Identifies the holder of a pass. Somebody in the station's roster who is not checked in yet needs no server; for
 * everybody else it is asked, and without an answer the roster decides. The server is told later of scans that the station
 * refused by itself.
 */
export async function identifyPass(
  code: ScannedCode,
  checkpoint: string,
  signal: AbortSignal,
): Promise<IdentifiedPass> {
  // Right after a change of checkpoint the list is still the one of another, without its diets and sizes; its own may arrive
  // while the pass is looked up.
  const isListed = findRoster(checkpoint)?.checkpoint === checkpoint;
  const local = await checkLocally(code, checkpoint);
  if (local.kind === 'known' && !isCheckedIn(local) && isListed) return toLocalPerson(local, code);
  try {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(nameTimeout)]);
    const { checkedInAt, checkedInBy, ...person } = await fetchPassHolder({ ...code, checkpoint }, soon);
    const candidate = { ...person, from: 'scan', pass: code.pass } as const;
    // The server may not have heard of what waits here.
    const at = checkedInAt ?? findCheckInTime(getStation(), person.userId, checkpoint);
    return { kind: 'person', candidate, checkedInAt: at, checkedInBy };
  } catch (error) {
    if (!isConnectionLost(error)) return { kind: 'refused', error, name: findName(code.userId, checkpoint) };
    console.warn(error);
    const { userId } = code;
    const check = local.kind === 'unknown' ? checkWhenLoaded : checkLocally;
    const verdict = await check(code, checkpoint);
    if (isCheckedIn(verdict)) reportProblem({ reason: 'already_checked_in', checkpoint, userId });
    if (verdict.kind === 'forged') {
      const reason = verdict.isEarlier ? 'earlier_pass' : 'invalid_pass';
      reportProblem({ reason, checkpoint, userId });
      return { ...verdict, name: findName(userId, checkpoint) };
    }
    if (verdict.kind === 'removed') {
      reportProblem({ reason: 'person_removed', checkpoint, userId });
      return verdict;
    }
    return verdict.kind === 'known' ? toLocalPerson(verdict, code) : toUnlisted(code, checkpoint);
  }
}

const isCheckedIn = (verdict: LocalVerdict) =>
  verdict.kind === 'known' && verdict.person.checkedInAt !== null;

/** Right after the page is opened, the roster may still be on its way from this device's store. */
async function checkWhenLoaded(code: ScannedCode, checkpoint: string): Promise<LocalVerdict> {
  const loaded = queryClient.ensureQueryData(rosterQuery(checkpoint)).catch(() => undefined);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, nameTimeout))]);
  return checkLocally(code, checkpoint);
}

function findName(userId: string, checkpoint: string): string | undefined {
  const id = userId.toLowerCase();
  return findRoster(checkpoint)?.people.find((person) => person.userId === id)?.name;
}

/** Returns the name of somebody who was checked in on this device: the server's, else the typed one. */
export function getName({ key, userId, checkpoint, name, walkIn, shownName }: OwnCheckIn): string {
  const walkIns = queryClient.getQueryData(walkInsQuery.queryKey);
  const listed = queryClient.getQueryData(checkedInQuery(checkpoint).queryKey)?.list;
  return (
    findName(userId, checkpoint) ||
    name ||
    walkIn?.person?.name ||
    shownName ||
    walkIns?.find(({ _id }) => _id === key)?.name ||
    listed?.find((one) => one.userId === userId)?.name ||
    `ID ${formatShortId(userId)}`
  );
}

/** Returns what the list of this device says of a code. */
export async function checkLocally(code: ScannedCode, checkpoint: string): Promise<LocalVerdict> {
  const roster = findRoster(checkpoint);
  return roster ? checkAgainstRoster(roster, code, checkpoint) : { kind: 'unknown' };
}

/** Returns somebody of whom this device knows the id of their pass, and the name at most. */
function toUnlisted(code: ScannedCode, checkpoint: string): IdentifiedPass {
  const { userId, pass } = code;
  const roster = findRoster(checkpoint);
  const name = findName(userId, checkpoint);
  const unknown = { attendanceConfirmed: false, passVerified: false, from: 'scan' } as const;
  const unlisted = roster && name === undefined && { unlisted: { asOf: roster.at } };
  const candidate = { ...unknown, ...unlisted, userId, pass, name: name ?? '' };
  return { kind: 'person', candidate, checkedInAt: findCheckInTime(getStation(), userId, checkpoint) };
}

function toLocalPerson(
  { person, passVerified }: Extract<LocalVerdict, { kind: 'known' }>,
  { pass }: ScannedCode,
): IdentifiedPass {
  const { checkedInAt, ...known } = person;
  const candidate = { ...known, passVerified, pass, from: 'scan' } as const;
  return { kind: 'person', candidate, checkedInAt, isStored: true };
}

/**
 * Returns the time of this device's list when somebody is not checked in at the entrance by it, in milliseconds; undefined
 * for others, and while nobody has come in there.
 */
export function findMissingEntrance(userId: string, entrance: string): number | undefined {
  const station = getStation();
  const list = station.lists[entrance];
  const isListed = findRoster(entrance)?.people.some((person) => person.userId === userId);
  return list?.times.size && isListed && !findCheckInTime(station, userId, entrance) ? list.at : undefined;
}
