import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { LiveEvent } from '../../contract/platform/live.ts';
import { type LiveOptions, useLive } from './live.ts';

/** `useQuery` that asks again whenever the server reports `event`. */
export function useLiveQuery<Result, Failure, Data, Key extends QueryKey>(
  options: UseQueryOptions<Result, Failure, Data, Key>,
  event: Exclude<LiveEvent, 'again'>,
  live: Omit<LiveOptions, 'enabled'> = {},
): UseQueryResult<Data, Failure> {
  const result = useQuery(options);
  useLive(event, () => void result.refetch(), { ...live, enabled: options.enabled !== false });
  return result;
}
