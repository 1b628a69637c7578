import { queryOptions } from '@tanstack/react-query';
import type { Application } from '../../../contract/apply/applications.ts';
import * as contract from '../../../contract/apply/applications-admin.ts';
import { releaseDecisions, undoDecision, undoDecisions } from '../../../contract/apply/decisions.ts';
import { sendGuardianEmail } from '../../../contract/apply/guardians.ts';
import { moveToWaitlist } from '../../../contract/apply/places.ts';
import { renewPass } from '../../../contract/event-day/check-in.ts';
import { limits } from '../../../contract/limits.ts';
import {
  deleteParticipant,
  liftRemoval,
  mergeAccounts,
  removeParticipant,
} from '../../../contract/people/account.ts';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { getTeam } from '../../../contract/teams/teams.ts';
import { texts } from '../../../contract/texts.ts';
import { call, callQuery, callWithHeaders, queryClient } from '../../lib/call.ts';
import { formatName } from '../../lib/format-name.ts';
import { splitInto } from '../../lib/split-into.ts';
import { createAction, useAction } from '../../lib/use-action.ts';
import { toast } from '../../ui/toast.tsx';
import { describeRelease } from './places/describe-place.ts';
import type { ListView } from './use-view-state.ts';

interface ApplicationPage {
  rows: Application[];
  total: number;
}

const listKey = ['applications', 'list'] as const;
const oneKey = (id: string) => ['applications', 'one', id] as const;

async function fetchPart(
  { filter, q, sort, share, narrowing }: ListView,
  { offset, limit }: { offset: number; limit: number },
  signal?: AbortSignal,
): Promise<ApplicationPage> {
  const query = {
    ...(filter !== 'all' && { status: filter }),
    ...(q && { q }),
    ...(sort !== 'newest' && { sort }),
    ...(share && { share }),
    ...narrowing,
    limit,
    ...(offset > 0 && { offset }),
  };
  const { data, headers } = await callWithHeaders(contract.listApplications, { query, signal });
  return { rows: data, total: Number(headers.get('x-total-count') ?? data.length) };
}

/** A page of the list, counted from 0. */
export const applicationPageQuery = (view: ListView, page: number) =>
  queryOptions({
    queryKey: [...listKey, view, page],
    queryFn: ({ signal }) =>
      fetchPart(view, { offset: page * limits.admin.pageSize, limit: limits.admin.pageSize }, signal),
  });

/** Returns the rows from one index of the list to another, both included, in as few calls as allowed. */
export async function fetchApplicationRows(view: ListView, first: number, last: number) {
  const rows: Application[] = [];
  for (let offset = first; offset <= last; offset += limits.admin.maxPageSize) {
    const limit = Math.min(limits.admin.maxPageSize, last + 1 - offset);
    rows.push(...(await fetchPart(view, { offset, limit })).rows);
  }
  return rows;
}

export const applicationCountsQuery = callQuery(['applications', 'counts'], contract.countApplications);

export const applicationByIdQuery = (id: string) =>
  callQuery(oneKey(id), contract.getApplication, { params: { id } });

export const applicationHistoryQuery = (id: string) =>
  callQuery(['applications', 'history', id], contract.getApplicationHistory, { params: { id } });

export const applicationStatisticsQuery = callQuery(
  ['applications', 'statistics'],
  contract.getApplicationStatistics,
);

export const applicantTeamQuery = (id: string) => ({
  ...callQuery(['teams', 'one', id], getTeam, { params: { id } }),
  retry: false,
});

/** Returns the team, the check-ins, the answers and the agreements of applications, in as few calls as allowed. */
export async function fetchApplicationDetails(ids: readonly string[]) {
  const details = [];
  for (const part of splitForCalls(ids))
    details.push(...(await call(contract.listApplicationDetails, { body: { ids: part } })));
  return new Map(details.map((detail) => [detail._id, detail]));
}

export const applicationDetailsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['applications', 'details', ids],
    queryFn: () => fetchApplicationDetails(ids),
  });

export const savedViewsQuery = callQuery(['application-views'], contract.listSavedViews);

export const useMoveToWaitlist = createAction(moveToWaitlist, {
  send: (ids: string[]) => ({ body: { ids } }),
  onSuccess: ({ changed, failed }) =>
    toast[changed.length > 0 ? 'success' : 'error'](
      `${formatCount(changed.length, 'application', 'applications')} moved to the waitlist.${
        failed[0] ? ` ${failed.length} not: ${failed[0].message}` : ''
      }`,
    ),
  onSettled: () => refreshApplications(),
});

export const useSaveView = createAction(contract.saveView, {
  send: (view: { name: string; search: string }) => ({ body: view }),
  success: 'View saved for all organizers.',
  isShown: true,
  onSuccess: (views) => queryClient.setQueryData(savedViewsQuery.queryKey, views),
});

export const useDeleteView = createAction(contract.deleteView, {
  send: (name: string) => ({ query: { name } }),
  success: 'View deleted.',
  onSuccess: (views) => queryClient.setQueryData(savedViewsQuery.queryKey, views),
});

export const useMergeAccounts = (id: string) =>
  useAction((body: BodySent<typeof mergeAccounts>) => call(mergeAccounts, { params: { id }, body }), {
    success: 'Accounts merged.',
    isShown: true,
    onSuccess: () => refreshApplications(),
  });

export const useReplacePass = (id: string) =>
  useAction(() => call(renewPass, { params: { id } }), {
    onSuccess: () => refreshApplications(),
  });

export const useRemoveParticipant = (id: string, name: string) =>
  useAction((reason: string) => call(removeParticipant, { params: { id }, body: { reason } }), {
    success: `${name} was removed`,
    isShown: true,
    onSuccess: () => refreshApplications(),
  });

export const useLiftRemoval = (id: string, name: string) =>
  useAction(() => call(liftRemoval, { params: { id } }), {
    success: `${name} can take part again`,
    onSuccess: () => refreshApplications(),
  });

/** The applications that this page deletes: they are not asked for again. */
const deleted = new Set<string>();

export const useDeleteParticipant = ({ _id, user }: Application, onDeleted: () => void) =>
  useAction(() => call(deleteParticipant, { params: { id: user._id } }), {
    success: `Everything about ${formatName(user.name)} was deleted`,
    isShown: true,
    preview: () => {
      deleted.add(_id);
      return () => deleted.delete(_id);
    },
    onSuccess: () => {
      onDeleted();
      return refreshApplications();
    },
  });

type Decided = 'approved' | 'rejected';

export const refreshApplications = () =>
  queryClient.invalidateQueries({
    queryKey: ['applications'],
    predicate: ({ queryKey }) => !deleted.has(String(queryKey[2])),
  });

/** Whether somebody is on the waitlist, where their status is pending. */
const waits = ({ place }: Application) => place?.state === 'waiting';

const splitForCalls = (ids: readonly string[]) => splitInto(ids, limits.admin.maxPageSize);

interface SeveralDecided {
  applications: readonly Application[];
  status: Decided;
  /** Decides also on those that somebody has changed since then: the organizer has read so. */
  overrules?: boolean | undefined;
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** Decides on applications in one call, or one for every 500. Each email waits, so that `undoSeveral` can undo it. */
export async function decideOnSeveral({ applications, status, overrules }: SeveralDecided) {
  const byId = new Map(applications.map((application) => [application._id, application]));
  const parts = [];
  for (const ids of splitForCalls([...byId.keys()])) {
    const seen = overrules
      ? {}
      : {
          from: Object.fromEntries(ids.map((id) => [id, byId.get(id)!.status])),
          waiting: ids.filter((id) => waits(byId.get(id)!)),
        };
    parts.push(
      await call(contract.updateApplicationStatuses, { body: { ids, status, ...seen, undoable: true } }),
    );
  }
  const places = parts.flatMap((part) => part.places ?? []);
  return {
    changed: parts.flatMap(({ changed }) => changed).length,
    failed: parts.flatMap(({ failed }) => failed),
    places:
      places.length > 0
        ? { given: sum(places.map(({ given }) => given)), waiting: sum(places.map(({ waiting }) => waiting)) }
        : undefined,
    undoable: {
      ids: parts.flatMap(({ undoable }) => undoable?.ids ?? []),
      until: Math.min(...parts.flatMap(({ undoable }) => (undoable ? Date.parse(undoable.until) : []))),
    },
  };
}

export const decisionPreviewQuery = (ids: readonly string[], status: Decided | undefined) => ({
  ...callQuery(['applications', 'preview', status, ids], contract.updateApplicationStatuses, {
    body: { ids: [...ids], status: status!, dryRun: true },
  }),
  enabled: status !== undefined && ids.length <= limits.admin.maxPageSize,
  gcTime: 0,
});

/** Undoes decisions, unless their emails are sent. */
export async function undoSeveral({ ids, status }: { ids: readonly string[]; status: Decided }) {
  const parts = [];
  // In reverse order: waitlisted people must not be offered the places that the other undos free.
  for (const part of splitForCalls(ids).reverse())
    parts.push(await call(undoDecisions, { body: { ids: [...part], status } }));
  return {
    changed: parts.flatMap(({ changed }) => changed).length,
    failed: parts.flatMap(({ failed }) => failed),
  };
}

export function useUndoDecision() {
  const undo = ({ id, status }: { id: string; status: Decided }) =>
    call(undoDecision, { params: { id }, body: { status } });
  return useAction(undo, {
    fallback: texts.admin.statusFailed,
    success: ({ user, status }) => `Undone: ${formatName(user.name)} is ${status} again. No email is sent.`,
    onSuccess: (changed) => replaceCached(changed),
    onSettled: refreshApplications,
  });
}

export const useReleaseDecisions = createAction(releaseDecisions, {
  fallback: texts.admin.statusFailed,
  success: ({ released, rejected, stillHeld, places }) =>
    `${formatCount(released, 'decision')} released. ${describeRelease({ rejected, stillHeld, places: places && { ...places, heldUntil: undefined } })}`,
  onSettled: refreshApplications,
});

export const usePreviewRelease = createAction(releaseDecisions, {
  send: () => ({ query: { dryRun: 'true' as const } }),
  fallback: texts.admin.statusFailed,
});

/**
 * Changes a status unless somebody else has: shown at once, reverted when the server refuses. The email waits, so that it can be
 * undone.
 */
export const useUpdateApplicationStatus = () =>
  useAction(
    ({ application, status }: { application: Application; status: Decided }) =>
      call(contract.updateApplicationStatus, {
        params: { id: application._id },
        body: { status, from: application.status, waits: waits(application), undoable: true },
      }),
    {
      mutationKey: listKey,
      fallback: texts.admin.statusFailed,
      isShown: true,
      preview: async ({ application, status }) => {
        await Promise.all(
          [listKey, oneKey(application._id)].map((queryKey) => queryClient.cancelQueries({ queryKey })),
        );
        replaceCached({
          ...application,
          status,
          can: { ...application.can, approve: false, reject: false },
        });
        return () => replaceCached(application);
      },
      onSuccess: (changed) => replaceCached(changed),
      onSettled: ({ application }) => {
        void queryClient.invalidateQueries({ queryKey: oneKey(application._id) });
        void queryClient.invalidateQueries({ queryKey: applicationHistoryQuery(application._id).queryKey });
        // While more decisions are pending, the server's list would revert them for a moment.
        if (queryClient.isMutating({ mutationKey: listKey }) > 1) return;
        void queryClient.invalidateQueries({ queryKey: listKey });
        void queryClient.invalidateQueries({ queryKey: applicationCountsQuery.queryKey });
      },
    },
  );

function replaceCached(changed: Application) {
  queryClient.setQueryData(oneKey(changed._id), changed);
  queryClient.setQueriesData<ApplicationPage>(
    { queryKey: listKey },
    (page) => page && { ...page, rows: page.rows.map((row) => (row._id === changed._id ? changed : row)) },
  );
}

export const useSendGuardianEmail = (id: string) =>
  useAction((email: string) => call(sendGuardianEmail, { params: { id }, body: { email } }), {
    success: 'The email is on its way',
    isShown: true,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: applicationByIdQuery(id).queryKey }),
  });

/** The bytes of a stored PDF, cached for a minute after their last use, so that they can be fetched ahead. */
export const documentQuery = (url: string) =>
  queryOptions({
    queryKey: ['pdf', url],
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
