import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Application, ApplicationStatus } from '../../../contract/apply/applications.ts';
import {
  type ApplicationSort,
  applicationSorts,
  type listApplications,
} from '../../../contract/apply/applications-admin.ts';
import type { QuerySent } from '../../../contract/platform/endpoint.ts';
import { createWordFilter } from '../../../packages/text/fold-text.ts';

export type ApplicationStatusFilter = 'all' | ApplicationStatus;

const filters: readonly ApplicationStatusFilter[] = ['all', 'pending', 'approved', 'rejected'];

/** The list's filter and order: a status, and words that must all match. */
export interface ListView {
  filter: ApplicationStatusFilter;
  q: string;
  sort: ApplicationSort;
  /** Only the applications that one has claimed for review. */
  share?: 'mine';
  /** Further filters, as the call takes them. */
  narrowing: Narrowing;
}

/** Further filters of the list, named like the parameters of the call. */
export type Narrowing = Pick<
  QuerySent<typeof listApplications>,
  'track' | 'team' | 'checkedIn' | 'rated' | 'size' | 'food' | 'place' | 'coming' | 'reviewer' | 'answers'
>;

function readNarrowing(search: URLSearchParams): Narrowing {
  const narrowing: Narrowing = {};
  for (const name of ['track', 'size', 'food', 'place', 'coming', 'reviewer', 'answers'] as const) {
    const value = search.get(name);
    if (value) Object.assign(narrowing, { [name]: value });
  }
  for (const name of ['team', 'checkedIn', 'rated'] as const) {
    const value = search.get(name);
    if (value === 'yes' || value === 'no') narrowing[name] = value;
  }
  return narrowing;
}

/** Returns the query string without what is open: the part that describes the view. */
function toViewSearch(search: URLSearchParams): string {
  const view = new URLSearchParams(search);
  for (const name of ['id', 'result', 'read']) view.delete(name);
  return view.toString();
}

const documents = ['resume', 'deck'] as const;
export type OpenDocument = (typeof documents)[number];

function readListView(search: URLSearchParams): ListView {
  const share = search.get('share') === 'mine' ? 'mine' : undefined;
  return {
    filter: filters.find((known) => known === search.get('status')) ?? 'all',
    q: search.get('q') ?? '',
    sort: applicationSorts.find((known) => known === search.get('sort')) ?? 'newest',
    ...(share && { share }),
    narrowing: readNarrowing(search),
  };
}

/** Returns whether a view shows an application, as far as the page knows it. */
export function isInView(
  { filter, q, share, narrowing: { track, team, checkedIn, size } }: ListView,
  { status, user, major, claim, ...application }: Application,
): boolean {
  return (
    (filter === 'all' || filter === status) &&
    (!share || claim?.mine === true) &&
    (!track || application.track === track) &&
    (!size || application.tShirtSize === size) &&
    (!team || (team === 'yes') === Boolean(user.team)) &&
    (!checkedIn || (checkedIn === 'yes') === Boolean(application.checkedInAt)) &&
    createWordFilter(q)([user.name, user.email, major].join(' '))
  );
}

/** The state of the page in its address, so that Back works and links can be shared. */
export function useViewState() {
  const [search, setSearch] = useSearchParams();
  const viewSearch = toViewSearch(search);
  const change = (changes: Record<string, string | undefined>, how: { replace?: boolean } = {}) => {
    // A change starts from the address as it is then, which what is rendered can lag behind.
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value);
      else next.delete(name);
    setSearch(next, { preventScrollReset: true, ...how });
  };

  return {
    view: useMemo(() => readListView(new URLSearchParams(viewSearch)), [viewSearch]),
    viewSearch,
    selectedId: search.get('id') ?? undefined,
    resultId: search.get('result') ?? undefined,
    /** The document that is open beside the application. */
    reading: documents.find((known) => known === search.get('read')),
    /** Changing the filter clears the selection. */
    setFilter: (next: ApplicationStatusFilter) =>
      change({ status: next === 'all' ? undefined : next, id: undefined, result: undefined }),
    setText: (text: string) => change({ q: text }, { replace: true }),
    setSort: (next: ApplicationSort) => change({ sort: next === 'newest' ? undefined : next }),
    setNarrowing: (name: keyof Narrowing, value: string) => change({ [name]: value, id: undefined }),
    /** Shows a saved view, with nothing open in it. */
    setViewSearch: (next: string) => setSearch(new URLSearchParams(next)),
    setShare: (next: ListView['share']) => change({ share: next, id: undefined }),
    /** Opens an application. Moving along the list adds one history entry, not hundreds. */
    select: (id: string | undefined, how?: { replace?: boolean }) => change({ id, result: undefined }, how),
    selectResult: (result: string | undefined, how?: { replace?: boolean }) =>
      change({ id: undefined, result }, how),
    read: (document: OpenDocument | undefined) => change({ read: document }, { replace: true }),
  };
}
