import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import { findByName, getHome } from '../../../contract/operations/home.ts';
import { call, callQuery } from '../../lib/call.ts';

/** What needs an organizer. Live events report most changes; this makes up for the others, in milliseconds. */
export const homeQuery = queryOptions({
  ...callQuery(['home'], getHome),
  refetchInterval: 60_000,
  // Nothing reports that a setting or the team has changed.
  staleTime: 0,
});

const typingPause = 150;

/** Applicants, teams, projects and crew whose name contains what is typed, once typing pauses. */
export const findQuery = (typed: string) => {
  const q = typed.trim().slice(0, limits.text.searchTerm);
  return queryOptions({
    queryKey: ['find', q],
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, typingPause));
      signal.throwIfAborted();
      return call(findByName, { query: { q }, signal });
    },
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  });
};
