import type { Endpoint, ResponseOf } from '../../contract/platform/endpoint.ts';
import { type CallArguments, type CallInput, call } from './call.ts';
import { type ActionOptions, useAction } from './use-action.ts';

/** The action that makes a declared call and takes what the call takes. */
export const useCallAction = <E extends Endpoint>(
  endpoint: E,
  options: ActionOptions<CallInput<E>, ResponseOf<E>>,
) => useAction((sent: CallInput<E>) => call(endpoint, ...([sent] as CallArguments<E>)), options);
