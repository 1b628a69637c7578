import { queryOptions, useQuery } from '@tanstack/react-query';
import { getCurrentUser, signOut } from '../../contract/auth.ts';
import { paths } from '../../contract/pages.ts';
import type { User } from '../../contract/users.ts';
import { storeAuthHint } from './auth-hint.ts';
import { call } from './call.ts';
import { cacheAnswer, clearOfflineCache, fetchOrCached } from './offline-cache.ts';
import { queryClient } from './query-client.ts';

function remember(user: User | null) {
  storeAuthHint(user ? (user.role === 'admin' ? 'admin' : 'user') : 'out');
}

// With no network the pass must still open: the person last known here stays until the server or a logout says otherwise.
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<User | null> =>
    fetchOrCached('session', async () => {
      const { user } = await call(getCurrentUser, { signal });
      remember(user);
      if (!user) await clearOfflineCache();
      return user;
    }).catch(() => null),
  staleTime: 60_000,
});

/** Who is signed in: `isLoading` until the first answer, then a user or null. A failed check means nobody. */
export function useSession() {
  const { data, isPending } = useQuery(sessionQuery);
  return { user: data ?? null, isLoading: isPending };
}

/** Puts a changed or new user in place without asking the server again. */
export function setSessionUser(user: User) {
  remember(user);
  void cacheAnswer('session', user);
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

function forgetDrafts() {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('draft:apply:')) localStorage.removeItem(key);
  indexedDB.deleteDatabase('drafts');
}

/** Ends the session and moves to the landing page, also when the server cannot be reached. */
export async function logOut() {
  forgetDrafts();
  remember(null);
  await fetch(`/api${signOut.path}`, { redirect: 'manual' }).catch((error: unknown) => console.warn(error));
  await clearOfflineCache();
  location.assign(paths.home);
}
