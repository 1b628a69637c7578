import { useMutation } from '@tanstack/react-query';
import { updateMyName } from '../../../contract/people/account.ts';
import * as contract from '../../../contract/people/auth.ts';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { ApiError, getErrorMessage } from '../../lib/api-error.ts';
import { call, callQuery } from '../../lib/call.ts';
import { setSessionUser } from '../../lib/session.api.ts';

export const signInOptionsQuery = {
  ...callQuery(['sign-in-options'], contract.getSignInOptions),
  staleTime: Number.POSITIVE_INFINITY,
};

// These forms show their errors at the field: without the toasts of `useAction` the name prompt weighs half.

export const useStartEmailSignIn = () =>
  useMutation({ mutationFn: (email: string) => call(contract.startEmailSignIn, { body: { email } }) });

export const useVerifyEmailSignIn = () =>
  useMutation({
    mutationFn: (body: BodySent<typeof contract.verifyEmailSignIn>) =>
      call(contract.verifyEmailSignIn, { body }),
  });

export const useRedeemSignInLink = () =>
  useMutation({
    mutationFn: (body: BodySent<typeof contract.redeemSignInLink>) =>
      call(contract.redeemSignInLink, { body }),
  });

export const useUpdateMyName = () =>
  useMutation({
    mutationFn: (name: string) => call(updateMyName, { body: { name } }),
    onSuccess: ({ user }) => setSessionUser(user),
  });

/** Returns the sentence for a refused field, else for the whole call; undefined without an error. */
export function findFieldProblem(error: unknown, field: string, fallback: string): string | undefined {
  if (!error) return undefined;
  return (error instanceof ApiError && error.fields[field]) || getErrorMessage(error, fallback);
}
