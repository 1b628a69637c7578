import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Refusals are final; only lost answers and gateway errors are retried. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 502);
}

/** The cache of answers, shared by all pages of a visit. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 15_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
