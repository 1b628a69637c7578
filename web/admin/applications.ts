import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type Application,
  type ApplicationStatus,
  applicationCounts,
  applicationHistory,
  applicationStatistics,
  changeStatus,
  listApplications,
  readApplication,
} from '../../contract/applications.ts';
import { limits } from '../../contract/limits.ts';
import { readTeam } from '../../contract/teams.ts';
import { call, callWithHeaders } from '../lib/call.ts';

export type StatusFilter = 'all' | ApplicationStatus;

/** A page of the list, and how many applications the filter finds in all. */
export interface ApplicationPage {
  rows: Application[];
  total: number;
}

const listKey = ['applications', 'list'] as const;
const oneKey = (id: string) => ['applications', 'one', id] as const;

/** The list under a filter, page by page, newest first. */
export const listQuery = (filter: StatusFilter) =>
  infiniteQueryOptions({
    queryKey: [...listKey, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<ApplicationPage> => {
      const { answer, headers } = await callWithHeaders(listApplications, {
        query: {
          status: filter === 'all' ? undefined : filter,
          limit: limits.admin.pageSize,
          after: pageParam,
        },
        signal,
      });
      return { rows: answer, total: Number(headers.get('x-total-count') ?? answer.length) };
    },
    getNextPageParam: (last) =>
      last.rows.length < limits.admin.pageSize ? undefined : last.rows.at(-1)?._id,
  });

export const countsQuery = queryOptions({
  queryKey: ['applications', 'counts'],
  queryFn: ({ signal }) => call(applicationCounts, { signal }),
});

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(readApplication, { params: { id }, signal }),
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'history', id],
    queryFn: ({ signal }) => call(applicationHistory, { params: { id }, signal }),
  });

export const statisticsQuery = queryOptions({
  queryKey: ['applications', 'statistics'],
  queryFn: ({ signal }) => call(applicationStatistics, { signal }),
});

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: ['teams', id],
    queryFn: ({ signal }) => call(readTeam, { params: { id }, signal }),
    retry: false,
  });

type Pages = InfiniteData<ApplicationPage, string | undefined>;

/** Changes a status: shown at once, taken back when the server refuses. */
export function useChangeStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ application, status }: { application: Application; status: 'approved' | 'rejected' }) =>
      call(changeStatus, { params: { id: application._id }, body: { status } }),
    onMutate: async ({ application, status }) => {
      await client.cancelQueries({ queryKey: ['applications'] });
      place(client, { ...application, status, can: { ...application.can, approve: false, reject: false } });
      return { before: application };
    },
    onError: (_error, _sent, context) => {
      if (context) place(client, context.before);
    },
    onSuccess: (changed) => place(client, changed),
    onSettled: (_changed, _error, { application }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: listKey }),
        client.invalidateQueries({ queryKey: countsQuery.queryKey }),
        client.invalidateQueries({ queryKey: oneKey(application._id) }),
      ]),
  });
}

/** Puts a changed application wherever it is shown. */
function place(client: ReturnType<typeof useQueryClient>, changed: Application) {
  client.setQueryData(oneKey(changed._id), changed);
  client.setQueriesData<Pages>(
    { queryKey: listKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (row._id === changed._id ? changed : row)),
        })),
      },
  );
}
