import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import { endShifts, getShiftCode } from '../../../contract/people/shifts.ts';
import * as contract from '../../../contract/people/volunteers.ts';
import type { HelperRole } from '../../../contract/platform/roles.ts';
import { ApiError, getErrorMessage } from '../../lib/api-error.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { createAction, useAction } from '../../lib/use-action.ts';

export const volunteersQuery = queryOptions({
  ...callQuery(['volunteers', 'list'], contract.listVolunteers),
  // Makes up for a live event that was lost, and for shifts that end by themselves; in milliseconds.
  refetchInterval: 30_000,
});

/** The code of a shift, which renews itself also while another window has the focus. */
export const shiftCodeQuery = (shift: { checkpoint: string; until: string }, express: boolean) =>
  queryOptions({
    ...callQuery(['volunteers', 'shift', shift, express], getShiftCode, {
      query: { ...shift, express: express ? 'true' : 'false' },
    }),
    refetchInterval: limits.shift.renewAfter,
    refetchIntervalInBackground: true,
    staleTime: limits.shift.renewAfter / 2,
    gcTime: 0,
  });

/** People with an account whose name or email contains every word of `term`; disabled for an empty term. */
export const volunteerCandidatesQuery = (term: string) => ({
  ...callQuery(['volunteers', 'candidates', term], contract.searchVolunteerCandidates, { query: { term } }),
  enabled: term !== '',
  placeholderData: keepPreviousData,
});

export const places: Record<HelperRole, string> = { volunteer: 'check-in', mentor: 'the queue for help' };

const refresh = () => queryClient.invalidateQueries({ queryKey: ['volunteers'] });

/** Makes the holder of an email address a volunteer or a mentor. Its error is shown by the page. */
export const useAddVolunteer = createAction(contract.addVolunteer, {
  send: ({ email, role }: { email: string; name: string; role: HelperRole }) => ({ body: { email, role } }),
  success: (_answer, { email, name, role }) =>
    `${name || email} can use ${places[role]} after signing in${name && ' again'}.`,
  isShown: true,
  onSettled: refresh,
});

export const useRemoveVolunteer = createAction(contract.removeVolunteer, {
  send: ({ _id }: contract.Volunteer) => ({ params: { id: _id } }),
  success: (_answer, { name, email, role }) => `${name || email} can no longer use ${places[role]}.`,
  onSettled: refresh,
});

export const useEndShifts = createAction(endShifts, {
  success: 'All shifts have ended.',
  onSettled: refresh,
});

/** Invites several people, one after the other: whoever is one already stays one. Says who could not be, and why. */
export const useInviteVolunteers = () =>
  useAction(
    async ({ emails, role }: { emails: string[]; role: HelperRole }) => {
      const refused: { email: string; reason: string }[] = [];
      for (const email of emails)
        await call(contract.addVolunteer, { body: { email, role } }).catch((error: unknown) => {
          const isNone = error instanceof ApiError && error.fields.email !== undefined;
          const reason = isNone
            ? 'This is not an email address.'
            : getErrorMessage(error, 'Please try again.');
          refused.push({ email, reason });
        });
      return { added: emails.length - refused.length, refused };
    },
    { onSettled: refresh },
  );
