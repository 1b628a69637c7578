import { queryOptions } from '@tanstack/react-query';
import {
  getSignInOptions,
  redeemSignInLink,
  startEmailSignIn,
  verifyEmailSignIn,
} from '../../contract/auth.ts';
import type { BodySent } from '../../contract/endpoint.ts';
import { updateMyName } from '../../contract/users.ts';
import { ApiError, getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { setSessionUser } from '../lib/session.api.ts';
import { useAction } from '../lib/use-action.ts';

/** The ways of signing in that the site offers. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call(getSignInOptions, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

// These forms show their errors at the field.
const inPlace = { fallback: '', isShown: () => true };

export const useStartEmailSignIn = () =>
  useAction((email: string) => call(startEmailSignIn, { body: { email } }), inPlace);

export const useVerifyEmailSignIn = () =>
  useAction((body: BodySent<typeof verifyEmailSignIn>) => call(verifyEmailSignIn, { body }), inPlace);

export const useRedeemSignInLink = () =>
  useAction((body: BodySent<typeof redeemSignInLink>) => call(redeemSignInLink, { body }), inPlace);

export const useUpdateMyName = () =>
  useAction((name: string) => call(updateMyName, { body: { name } }), {
    ...inPlace,
    onSuccess: ({ user }) => setSessionUser(user),
  });

/** Returns the sentence for a refused field, else for the whole call; undefined without an error. */
export function findFieldProblem(error: unknown, field: string, fallback: string): string | undefined {
  if (!error) return undefined;
  return (error instanceof ApiError && error.fields[field]) || getErrorMessage(error, fallback);
}
