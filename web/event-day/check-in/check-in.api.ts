import { queryOptions } from '@tanstack/react-query';
import { getAttendanceStatus } from '../../../contract/apply/applications.ts';
import * as contract from '../../../contract/event-day/check-in.ts';
import { recordRefusedScans, reportStation } from '../../../contract/event-day/check-in-overview.ts';
import {
  getWalkInRegistration,
  listWalkIns,
  removeWalkIn,
  removeWalkIns,
  updateWalkInRegistration,
} from '../../../contract/event-day/walk-ins.ts';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { cachedQuery, call, callQuery, queryClient } from '../../lib/call.ts';
import { fetchOrCached } from '../../lib/offline-cache.ts';
import { createAction } from '../../lib/use-action.ts';
import { getStation, show } from './station-journal.ts';
import type { OwnCheckIn } from './station-reducer.ts';

/** A check-in; from the device's own store without email and major, which check-in does not need. */
export type ListedCheckIn = Omit<contract.CheckIn, 'email' | 'major'> &
  Partial<Pick<contract.CheckIn, 'email' | 'major'>>;

interface CheckedInList {
  at: number;
  list: ListedCheckIn[];
}

const withoutContact = ({ at, list }: CheckedInList): CheckedInList => ({
  at,
  list: list.map(({ email: _, major: __, ...rest }) => rest),
});

/** Tells the station who is in at a checkpoint, by a list of the server that was asked for at that moment. */
function noteList(checkpoint: string, at: number, people: readonly { userId: string; at: string }[]): void {
  const times = new Map(people.map((person) => [person.userId, person.at]));
  show({ type: 'listed', checkpoint, now: Date.now(), list: { at, times } });
}

/**
 * Everybody checked in at a checkpoint, newest first, and when that was fetched; refetched every 10 s while the page is
 * open. Without a network, the last answer on this device.
 */
export const checkedInQuery = (checkpoint: string) =>
  queryOptions({
    queryKey: ['check-ins', 'list', checkpoint],
    queryFn: async ({ signal }) => {
      const checkedIn = await fetchOrCached<CheckedInList>(
        `checked-in ${checkpoint}`,
        async () => ({
          at: Date.now(),
          list: await call(contract.listCheckedIn, { query: { checkpoint }, signal }),
        }),
        withoutContact,
      );
      const people = checkedIn.list.map(({ userId, checkedInAt }) => ({ userId, at: checkedInAt }));
      noteList(checkpoint, checkedIn.at, people);
      return checkedIn;
    },
    refetchInterval: 10_000,
  });

export const checkInCountsQuery = {
  ...callQuery(['check-ins', 'counts'], contract.countCheckIns),
  refetchInterval: 30_000,
};

export function refreshCheckedIn(): void {
  void queryClient.invalidateQueries({ queryKey: ['check-ins', 'list'] });
  void queryClient.invalidateQueries(checkInCountsQuery);
  void queryClient.invalidateQueries(walkInsQuery);
}

export type StoredRoster = contract.Roster & { at: number };

export function noteRoster({ at, people }: StoredRoster): void {
  const times = people.flatMap(({ userId, checkedIn }) =>
    Object.entries(checkedIn).map(([checkpoint, time]) => ({ checkpoint, userId, at: time })),
  );
  const byCheckpoint = Map.groupBy(times, ({ checkpoint }) => checkpoint);
  for (const checkpoint of new Set([...byCheckpoint.keys(), ...Object.keys(getStation().lists)]))
    noteList(checkpoint, at, byCheckpoint.get(checkpoint) ?? []);
}

/** Everybody who may be checked in; stored on the device no longer than a session lasts, so that the station needs no network. */
export const rosterQuery = (checkpoint: string) =>
  queryOptions({
    queryKey: ['check-ins', 'roster', checkpoint],
    queryFn: async () => {
      const roster = await fetchOrCached<StoredRoster>('roster', async () => ({
        at: Date.now(),
        ...(await call(contract.getRoster, { query: { checkpoint } })),
      }));
      noteRoster(roster);
      return roster;
    },
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
    // A new list replaces the old one: comparing 10,000 people one by one would hold up a scan.
    structuralSharing: false,
  });

export const fetchPassHolder = (body: BodySent<typeof contract.getPassHolder>, signal: AbortSignal) =>
  call(contract.getPassHolder, { body, signal });

/**
 * Asks whether somebody has said that they are coming: newer than the list on this device. The call for it is the
 * organizers'; volunteers read the pass.
 */
export function fetchAttendanceStatus(
  { userId, pass }: { userId: string; pass?: string },
  checkpoint: string,
  { isOrganizer, signal }: { isOrganizer: boolean; signal: AbortSignal },
): Promise<{ attendanceConfirmed: boolean }> {
  if (isOrganizer) return call(getAttendanceStatus, { params: { userId }, signal });
  return fetchPassHolder({ userId, pass, checkpoint }, signal);
}

export const fetchParticipants = (term: string, checkpoint: string) =>
  call(contract.searchParticipants, { query: { term, status: 'approved', checkpoint } });

/** Sends a check-in under its key: with `at`, one that has happened at that time. */
export async function sendCheckIn(
  { key, userId, pass, checkpoint, walkIn }: Omit<OwnCheckIn, 'at' | 'state'>,
  signal: AbortSignal,
  at?: string,
): Promise<contract.CheckIn> {
  if (walkIn)
    return (
      await call(contract.checkInWalkIn, { params: { id: key }, body: { checkpoint, at, ...walkIn }, signal })
    ).data;
  const body = { userId, pass, checkpoint };
  if (at)
    return (await call(contract.recordCheckIn, { params: { key }, body: { ...body, at }, signal })).data;
  return (await call(contract.checkInParticipant, { body, idempotencyKey: key, signal })).data;
}

export const sendUndo = (key: string, body: BodySent<typeof contract.undoOwnCheckIn>, signal: AbortSignal) =>
  call(contract.undoOwnCheckIn, { params: { key }, body, signal });

export const sendProblems = (attempts: BodySent<typeof recordRefusedScans>['attempts']) =>
  call(recordRefusedScans, { body: { attempts } });

/** The walk-ins who wait; without a network, the last answer on this device. */
export const walkInsQuery = {
  ...cachedQuery('walk-ins', ['check-ins', 'walk-ins'], listWalkIns),
  refetchInterval: 10_000,
};

export const walkInRegistrationQuery = callQuery(
  ['check-ins', 'walk-in registration'],
  getWalkInRegistration,
);

export const useUpdateWalkInRegistration = createAction(updateWalkInRegistration, {
  onSettled: () => queryClient.invalidateQueries(walkInRegistrationQuery),
});

const refreshWalkIns = () => queryClient.invalidateQueries(walkInsQuery);

export const useRemoveWalkIn = createAction(removeWalkIn, { onSettled: refreshWalkIns });
export const useRemoveWalkIns = createAction(removeWalkIns, { onSettled: refreshWalkIns });

export const callReportStation = (id: string, body: BodySent<typeof reportStation>) =>
  call(reportStation, { params: { id }, body });
