import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isConnectionLost } from './api-error.ts';

/** Refusals are final. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 2 && isConnectionLost(error);
}

// A person who is refused may have been signed out, or may have another role by now.
function refreshSessionAfter(error: unknown): void {
  if (error instanceof ApiError && (error.status === 401 || error.status === 403))
    void queryClient.invalidateQueries({ queryKey: ['session'] });
}

/** The cache of answers, shared by all pages of a visit. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refreshSessionAfter }),
  mutationCache: new MutationCache({ onError: refreshSessionAfter }),
  defaultOptions: {
    // With this network mode nothing is asked again when the network returns, unless told so.
    queries: { retry: shouldRetry, staleTime: 15_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
});
