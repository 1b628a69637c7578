import { queryOptions } from '@tanstack/react-query';
import {
  addVolunteer,
  listVolunteers,
  removeVolunteer,
  searchVolunteerCandidates,
} from '../../contract/volunteers.ts';
import { call } from '../lib/call.ts';
import { queryClient } from '../lib/query-client.ts';

/** Everybody who helps at the door. */
export const volunteersQuery = queryOptions({
  queryKey: ['volunteers', 'list'],
  queryFn: ({ signal }) => call(listVolunteers, { signal }),
});

/** People with an account who fit the words; not asked for a blank term. */
export const candidatesQuery = (term: string) =>
  queryOptions({
    queryKey: ['volunteers', 'candidates', term],
    queryFn: ({ signal }) => call(searchVolunteerCandidates, { query: { term }, signal }),
    enabled: term !== '',
    placeholderData: (before) => before,
  });

const refresh = () => queryClient.invalidateQueries({ queryKey: ['volunteers'] });

/** Lets the holder of an address help at the door. */
export async function addVolunteerAndRefresh(email: string): Promise<void> {
  await call(addVolunteer, { body: { email } }).finally(refresh);
}

/** Ends somebody's help at the door. */
export async function removeVolunteerAndRefresh(id: string): Promise<void> {
  await call(removeVolunteer, { params: { id } }).finally(refresh);
}
