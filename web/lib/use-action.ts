import { type MutationKey, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Endpoint, ResponseOf } from '../../contract/platform/endpoint.ts';
import { toast } from '../ui/toast.tsx';
import { ApiError, getErrorMessage } from './api-error.ts';
import { type CallArguments, type CallInput, call } from './call.ts';
import { listenTo } from './listen-to.ts';

interface ActionOptions<Sent, Result> {
  /** Shown for a failure that the server gives no sentence for, if it has a sentence of its own. */
  fallback?: string | ((sent: Sent) => string);
  /** The toast after a success; none without it. */
  success?: string | ((result: Result, sent: Sent) => string);
  /** Whether the page shows a failure itself, so that no toast does. */
  isShown?: boolean | ((error: unknown, sent: Sent) => boolean);
  /** Shows the change before the server has answered; returns what takes it back after a failure. */
  preview?: (sent: Sent) => (() => void) | Promise<() => void>;
  onSuccess?: (result: Result, sent: Sent) => unknown;
  onError?: (error: unknown, sent: Sent) => unknown;
  /** Runs after success and failure; the action is pending until its promise is fulfilled. */
  onSettled?: (sent: Sent) => unknown;
  /** Whether to send again after so many failures; never without it. */
  retry?: (failures: number, error: unknown) => boolean;
  /** How long to wait before that, in milliseconds: 1 s, and twice as long each time, without it. */
  retryDelay?: () => number;
  mutationKey?: MutationKey;
  /** Actions of one scope run one after the other, in the order in which they were started. */
  scope?: { id: string };
}

/**
 * A mutation with its toasts: `success` when it worked; when not, the server's sentence, or `fallback` where the server
 * gave none. `errorText` is that sentence, for pages that show it in place.
 */
export function useAction<Result, Sent = void>(
  run: (sent: Sent) => Promise<Result>,
  options: ActionOptions<Sent, Result> = {},
) {
  const { fallback, success, isShown, preview, onSuccess, onError, onSettled, ...others } = options;
  const describe = (error: unknown, sent: Sent) =>
    getErrorMessage(error, typeof fallback === 'function' ? fallback(sent) : fallback);
  const mutation = useMutation({
    mutationFn: run,
    onMutate: preview,
    onSuccess: (result, sent) => {
      if (success) toast.success(typeof success === 'string' ? success : success(result, sent));
      return onSuccess?.(result, sent);
    },
    onError: (error, sent, undo) => {
      undo?.();
      if (!(typeof isShown === 'function' ? isShown(error, sent) : isShown)) {
        const why = fallback && error instanceof ApiError && error.code === 'offline' && `: ${error.message}`;
        toast.error(describe(error, sent) + (why || ''));
      }
      return onError?.(error, sent);
    },
    onSettled: (_answer, _error, sent) => onSettled?.(sent),
    ...others,
  });
  const { error: failure, reset } = mutation;
  // "Check your connection" ends with the connection's return.
  useEffect(() => {
    if (failure instanceof ApiError && failure.code === 'offline') return listenTo(window, ['online'], reset);
  }, [failure, reset]);
  const errorText = mutation.error ? describe(mutation.error, mutation.variables as Sent) : undefined;
  return { ...mutation, errorText };
}

/** What an action takes for a call: nothing where the call requires nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: only void lets `mutate` be called without anything.
type SentFor<E extends Endpoint> = Partial<CallInput<E>> extends CallInput<E> ? void : CallInput<E>;

type CallActionOptions<E extends Endpoint, Sent> = ActionOptions<Sent, ResponseOf<E>> & {
  /** Converts what the action takes to what the call sends; without it, both are the same. */
  send?: (sent: Sent) => CallInput<E>;
};

/** Creates the hook of an action that makes a declared call. */
export const createAction =
  <E extends Endpoint, Sent = SentFor<E>>(
    endpoint: E,
    { send = (sent) => sent as CallInput<E>, ...options }: CallActionOptions<E, Sent> = {},
  ) =>
  () =>
    useAction((sent: Sent) => call(endpoint, ...([send(sent)] as CallArguments<E>)), options);
