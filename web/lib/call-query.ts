import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type CallArguments, type CallInput, call } from './call.ts';

/** The query that makes a declared call. */
export const callQuery = <E extends Endpoint>(queryKey: QueryKey, endpoint: E, ...[sent]: CallArguments<E>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, { ...sent, signal } as CallInput<E>) });
