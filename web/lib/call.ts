import { MutationCache, QueryCache, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { BodySent, Endpoint, QuerySent, ResponseOf } from '../../contract/platform/endpoint.ts';
import { ApiError, createConnectionError, isConnectionLost, toApiError } from './api-error.ts';
import { fetchOrCached } from './offline-cache.ts';
import { viewedPerson } from './viewed-person.ts';

/** Refusals are final. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 2 && isConnectionLost(error);
}

/** Asks again who is signed in: a person who is refused may have been signed out, or may have another role by now. */
export function refreshSessionAfter(error: unknown): void {
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

type ParamsSent<E extends Endpoint> = E['params'] extends z.ZodType ? z.input<E['params']> : undefined;
type Part<Name extends string, Value> = Value extends undefined
  ? { [K in Name]?: undefined }
  : Partial<Value> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** The parts that a call sends, as its declaration names them. */
export type CallInput<E extends Endpoint> = Part<'params', ParamsSent<E>> &
  Part<'query', QuerySent<E>> &
  Part<'body', BodySent<E>> &
  (E extends { idempotent: true } ? { idempotencyKey: string } : { idempotencyKey?: undefined }) & {
    signal?: AbortSignal;
  };
/** What a call takes: nothing where no part is required. */
export type CallArguments<E extends Endpoint> =
  Partial<CallInput<E>> extends CallInput<E> ? [sent?: CallInput<E>] : [sent: CallInput<E>];

export function formatCallUrl(endpoint: Endpoint, params?: object, query?: object): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** Makes a declared call; returns its data and headers. Throws `ApiError`. */
export async function callWithHeaders<E extends Endpoint>(
  endpoint: E,
  ...[sent]: CallArguments<E>
): Promise<{ data: ResponseOf<E>; headers: Headers }> {
  const { params, query, body, idempotencyKey, signal } = (sent ?? {}) as CallInput<Endpoint> & {
    params?: object;
    query?: object;
    body?: unknown;
    idempotencyKey?: string;
  };
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (viewedPerson) headers.set('x-view-as', viewedPerson);
  const throwLost = (error: unknown): never => {
    throw signal?.aborted ? error : createConnectionError();
  };
  const response = await fetch(formatCallUrl(endpoint, params, query), {
    method: endpoint.method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }).catch(throwLost);
  const text = await response.text().catch(throwLost);
  return { data: parseAnswer(response.status, text), headers: response.headers };
}

/** Returns the data of an answer. Throws `ApiError`. */
export function parseAnswer<Data>(status: number, text: string): Data {
  if (status >= 300) throw toApiError(status, text);
  try {
    return (text === '' ? undefined : JSON.parse(text)) as Data;
  } catch {
    // Somebody else's response: the page of a network that wants a sign-in first.
    throw createConnectionError();
  }
}

/** Makes a declared call and returns its data. Throws `ApiError`. */
export async function call<E extends Endpoint>(endpoint: E, ...sent: CallArguments<E>) {
  return (await callWithHeaders(endpoint, ...sent)).data;
}

export const callQuery = <E extends Endpoint>(queryKey: QueryKey, endpoint: E, ...[sent]: CallArguments<E>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, { ...sent, signal } as CallInput<E>) });

/** The query that makes a declared call; the last answer is stored under `name` for use without a network. */
export const cachedQuery = <E extends Endpoint>(
  name: string,
  queryKey: QueryKey,
  endpoint: E,
  ...[sent]: CallArguments<E>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => fetchOrCached(name, () => call(endpoint, { ...sent, signal } as CallInput<E>)),
  });
