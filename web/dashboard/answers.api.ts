import { sendMyGuardianEmail, updateMyAnswers } from '../../contract/people/my-account.ts';
import type { User } from '../../contract/people/users.ts';
import type { BodySent } from '../../contract/platform/endpoint.ts';
import { ApiError } from '../lib/api-error.ts';
import { refreshApplication } from '../lib/application.api.ts';
import { call } from '../lib/call.ts';
import { useAction } from '../lib/use-action.ts';

export const useUpdateMyAnswers = (user: User) =>
  useAction((body: BodySent<typeof updateMyAnswers>) => call(updateMyAnswers, { body }), {
    success: 'Your answers were saved',
    fallback: 'Your answers could not be saved. Please try again.',
    isShown: () => true,
    onSuccess: () => refreshApplication(user),
  });

/** Asks one's own guardian again, at this address. */
export const useSendMyGuardianEmail = (user: User) => {
  const { error, errorText, ...action } = useAction(
    (email: string) => call(sendMyGuardianEmail, { body: { email } }),
    {
      success: 'The email is on its way',
      fallback: 'The email could not be sent. Please try again.',
      isShown: () => true,
      onSuccess: () => refreshApplication(user),
    },
  );
  const fields = error instanceof ApiError ? error.fields : {};
  return { ...action, errorText: Object.values(fields)[0] ?? errorText };
};
