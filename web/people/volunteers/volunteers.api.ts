import { queryOptions } from '@tanstack/react-query';
import {
  addVolunteer,
  listVolunteers,
  removeVolunteer,
  searchVolunteerCandidates,
  type Volunteer,
} from '../../../contract/people/volunteers.ts';
import { call, callQuery } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';

export const volunteersQuery = callQuery(['volunteers', 'list'], listVolunteers);

/** People with an account whose name or email contains every word of `term`; disabled for an empty term. */
export const volunteerCandidatesQuery = (term: string) =>
  queryOptions({
    queryKey: ['volunteers', 'candidates', term],
    queryFn: ({ signal }) => call(searchVolunteerCandidates, { query: { term }, signal }),
    enabled: term !== '',
    placeholderData: (before) => before,
  });

const refresh = () => queryClient.invalidateQueries({ queryKey: ['volunteers'] });

/** Makes the holder of an email address a volunteer. Its error is shown by the page. */
export function useAddVolunteer({ onSuccess }: { onSuccess: () => void }) {
  return useAction(({ email }: { email: string; name: string }) => call(addVolunteer, { body: { email } }), {
    fallback: 'The volunteer could not be added. Please try again.',
    success: (_answer, { email, name }) =>
      `${name || email} can use check-in after signing in${name && ' again'}.`,
    isShown: () => true,
    onSuccess,
    onSettled: refresh,
  });
}

export function useRemoveVolunteer({ onSettled }: { onSettled: () => void }) {
  return useAction(({ _id }: Volunteer) => call(removeVolunteer, { params: { id: _id } }), {
    fallback: 'The volunteer could not be removed. Please try again.',
    success: (_answer, { name, email }) => `${name || email} can no longer use check-in.`,
    onSettled: () => {
      onSettled();
      return refresh();
    },
  });
}
