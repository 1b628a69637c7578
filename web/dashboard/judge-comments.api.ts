import { listMyComments } from '../../contract/judging/judging.ts';
import { callQuery } from '../lib/call.ts';

/** What judges wrote to the team of the person. */
export const myCommentsQuery = callQuery(['judging', 'comments'], listMyComments);
