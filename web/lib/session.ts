import { queryOptions, useQuery } from '@tanstack/react-query';
import { currentUser, signOut, type User } from '../../contract/people.ts';
import { ApiError } from './api-error.ts';
import { rememberAuth } from './auth-hint.ts';
import { call } from './call.ts';
import { paths } from './paths.ts';
import { queryClient } from './query-client.ts';

const storageKey = 'session:user';

// With no network the pass must still open: the person last known here stays until the server or a logout says otherwise.
function lastKnown(): User | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as User | null;
  } catch {
    return null;
  }
}

function remember(user: User | null) {
  if (user) localStorage.setItem(storageKey, JSON.stringify(user));
  else localStorage.removeItem(storageKey);
  rememberAuth(user ? (user.role === 'admin' ? 'admin' : 'user') : 'out');
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      const { user } = await call(currentUser, { signal });
      remember(user);
      return user;
    } catch (error) {
      return error instanceof ApiError && error.status === 0 ? lastKnown() : null;
    }
  },
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
  if ('caches' in window) await caches.delete('private');
  location.assign(paths.home);
}
