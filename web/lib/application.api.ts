import { queryOptions } from '@tanstack/react-query';
import { type Application, getMyApplication } from '../../contract/apply/applications.ts';
import { type MyAccount, restoreApplication } from '../../contract/apply/my-account.ts';
import { getMyAccount } from '../../contract/people/account.ts';
import type { User } from '../../contract/people/users.ts';
import { ApiError } from './api-error.ts';
import { call, queryClient } from './call.ts';
import { fetchOrCached } from './offline-cache.ts';
import { sessionQuery, setSessionUser, useUser } from './session.api.ts';
import { useAction } from './use-action.ts';

/** A person's own application; null when they have none. The last answer is cached for offline use. */
export function applicationQuery(user: Pick<User, '_id'>) {
  return queryOptions({
    queryKey: ['application', user._id],
    queryFn: async ({ signal, queryKey }): Promise<Application | null> => {
      const before = queryClient.getQueryData(queryKey);
      const application = await fetchOrCached(`application:${user._id}`, () => fetchApplication(signal));
      // Sent from another device: the team came with it.
      if (application && before === null)
        void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      return application;
    },
  });
}

async function fetchApplication(signal: AbortSignal): Promise<Application | null> {
  try {
    return (await call(getMyApplication, { signal })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** What is stored about the signed-in person; without a network, the last answer on this device. */
export const accountQuery = (user: Pick<User, '_id'>) =>
  queryOptions({
    queryKey: ['account', user._id],
    queryFn: ({ signal }) =>
      fetchOrCached(`account:${user._id}`, async () => (await call(getMyAccount, { signal })).data),
  });

export const refreshApplication = () => queryClient.invalidateQueries({ queryKey: ['application'] });

/** Returns what shows an answer; the application and the session, which show the same, are asked again. */
export function useShowAccount() {
  const { queryKey } = accountQuery(useUser());
  return ({ data }: { data: MyAccount }) => {
    queryClient.setQueryData(queryKey, data);
    void refreshApplication();
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
}

export const useRestore = () =>
  useAction(() => call(restoreApplication), {
    success: 'Your application was restored',
    onSuccess: useShowAccount(),
  });

/** Changes what is shown of the signed-in person; returns what puts it back. */
export function patchSessionUser(change: Partial<User>) {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  if (user) setSessionUser({ ...user, ...change });
  return () => {
    if (user) setSessionUser(user);
  };
}
