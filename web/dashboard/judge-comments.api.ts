import { queryOptions } from '@tanstack/react-query';
import { listMyComments } from '../../contract/judging.ts';
import { call } from '../lib/call.ts';

/** What judges wrote to the team of the person. */
export const myCommentsQuery = queryOptions({
  queryKey: ['judging', 'comments'],
  queryFn: ({ signal }) => call(listMyComments, { signal }),
});
