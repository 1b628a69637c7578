import { sendGuardianEmail } from '../../../contract/apply/guardians.ts';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';
import { applicationByIdQuery } from './applications.api.ts';

/** Asks the guardian of an applicant again, at this address. */
export function useSendGuardianEmail(id: string) {
  return useAction((email: string) => call(sendGuardianEmail, { params: { id }, body: { email } }), {
    success: 'The email is on its way',
    fallback: 'The email could not be sent. Please try again.',
    isShown: () => true,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: applicationByIdQuery(id).queryKey }),
  });
}
