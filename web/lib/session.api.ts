import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { getCurrentUser } from '../../contract/people/auth.ts';
import type { User } from '../../contract/people/users.ts';
import { storeAuthHint } from './auth-hint.ts';
import { call, queryClient } from './call.ts';
import { finishLogOut } from './log-out.ts';
import { cacheResponse, clearOfflineCache, fetchOrCached, findCachedResponse } from './offline-cache.ts';
import { viewedPerson } from './viewed-person.ts';

function remember(user: User | null) {
  if (viewedPerson) return;
  storeAuthHint(user ? (user.role === 'admin' ? 'admin' : 'user') : 'out');
}

async function fetchSession(signal: AbortSignal): Promise<User | null> {
  const [before, { user }] = await Promise.all([
    findCachedResponse<User | null>('session').catch(() => null),
    call(getCurrentUser, { signal }),
  ]);
  remember(user);
  // Stored answers belong to one person in one role.
  if (!user || (before && (before._id !== user._id || before.role !== user.role))) await clearOfflineCache();
  return user;
}

// The pass opens without a network: the last known person stays until the server or a logout says otherwise.
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<User | null> =>
    (await finishLogOut()) ? fetchOrCached('session', () => fetchSession(signal)).catch(() => null) : null,
  staleTime: 60_000,
});

/** Who is signed in: `isLoading` until the first answer, then a user or null. A failed check means nobody. */
export function useSession() {
  const { data, isPending } = useQuery(sessionQuery);
  return { user: data ?? null, isLoading: isPending };
}

export const UserContext = createContext<User | undefined>(undefined);

/** Returns the signed-in person, inside `RequireUser` and on the page of an invitation; it changes and goes with the page. */
export const useUser = () => useContext(UserContext) as User;

/** Puts a changed or new user in place without asking the server again. */
export function setSessionUser(user: User) {
  remember(user);
  void cacheResponse('session', user);
  queryClient.setQueryData(sessionQuery.queryKey, user);
}
