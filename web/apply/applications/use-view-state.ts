import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Application, ApplicationStatus } from '../../../contract/apply/applications.ts';
import { type ApplicationSort, applicationSorts } from '../../../contract/apply/applications-admin.ts';

export type ApplicationStatusFilter = 'all' | ApplicationStatus;

const filters: readonly ApplicationStatusFilter[] = ['all', 'pending', 'approved', 'rejected'];

/** Which applications the list shows: those of a status that contain every word of `q`, in an order. */
export interface ListView {
  filter: ApplicationStatusFilter;
  q: string;
  sort: ApplicationSort;
  /** Only the applications that one has claimed for review. */
  share?: 'mine';
}

const documents = ['resume', 'deck'] as const;
export type OpenDocument = (typeof documents)[number];

/** Returns the view that an address asks for. */
export function readListView(search: URLSearchParams): ListView {
  const share = search.get('share') === 'mine' ? 'mine' : undefined;
  return {
    filter: filters.find((known) => known === search.get('status')) ?? 'all',
    q: search.get('q') ?? '',
    sort: applicationSorts.find((known) => known === search.get('sort')) ?? 'newest',
    ...(share && { share }),
  };
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Returns whether a view shows an application, as far as the page knows it. */
export function isInView(
  { filter, q, share }: ListView,
  { status, user, major, claim }: Application,
): boolean {
  const text = fold([user.name, user.email, major].join(' '));
  return (
    (filter === 'all' || filter === status) &&
    (!share || claim?.mine === true) &&
    fold(q)
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}

/** The state of the page in its address, so that Back works and links can be shared. */
export function useViewState() {
  const [search, setSearch] = useSearchParams();
  const { filter, sort, q, share } = readListView(search);

  // A change that comes later must start from the address as it is then.
  const latest = useRef(setSearch);
  useEffect(() => {
    latest.current = setSearch;
  });
  const change = useCallback(
    (changes: Record<string, string | undefined>, how: { replace?: boolean } = {}) =>
      latest.current(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(changes))
            if (value) next.set(name, value);
            else next.delete(name);
          return next;
        },
        { preventScrollReset: true, ...how },
      ),
    [],
  );

  return {
    view: useMemo<ListView>(() => ({ filter, q, sort, ...(share && { share }) }), [filter, q, sort, share]),
    selectedId: search.get('id') ?? undefined,
    resultId: search.get('result') ?? undefined,
    /** The document that is open beside the application. */
    reading: documents.find((known) => known === search.get('read')),
    /** Changing the filter clears the selection. */
    setFilter: (next: ApplicationStatusFilter) =>
      change({ status: next === 'all' ? undefined : next, id: undefined, result: undefined }),
    setText: (text: string) => change({ q: text }, { replace: true }),
    setSort: (next: ApplicationSort) => change({ sort: next === 'newest' ? undefined : next }),
    setShare: (next: ListView['share']) => change({ share: next, id: undefined }),
    /** Opens an application. Moving along the list adds one history entry, not hundreds. */
    select: (id: string | undefined, how?: { replace?: boolean }) => change({ id, result: undefined }, how),
    selectResult: (result: string | undefined, how?: { replace?: boolean }) =>
      change({ id: undefined, result }, how),
    read: (document: OpenDocument | undefined) => change({ read: document }, { replace: true }),
  };
}
