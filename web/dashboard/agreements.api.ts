import { updateAgreement } from '../../contract/apply/agreements.ts';
import type { User } from '../../contract/people/users.ts';
import { refreshApplication } from '../lib/application.api.ts';
import { call } from '../lib/call.ts';
import { useAction } from '../lib/use-action.ts';

interface Change {
  id: string;
  agreed: boolean;
  /** The version on screen. */
  version: string;
}

export const useUpdateAgreement = (user: User) =>
  useAction(({ id, ...body }: Change) => call(updateAgreement, { params: { id }, body }), {
    success: (_answer, { agreed }) => (agreed ? 'Thank you, you agreed' : 'Your agreement was taken back'),
    fallback: 'This could not be saved. Please try again.',
    onSettled: () => refreshApplication(user),
  });
