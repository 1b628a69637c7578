import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  getTeam,
  listReceivedRequests,
  listSentRequests,
  searchTeams,
  type Team,
} from '../../contract/teams.ts';
import type { User } from '../../contract/users.ts';
import { call } from '../lib/call.ts';
import { sessionQuery, setSessionUser } from '../lib/session.api.ts';

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: ['teams', 'one', id],
    queryFn: ({ signal }) => call(getTeam, { params: { id }, signal }),
  });

export const receivedRequestsQuery = queryOptions({
  queryKey: ['teams', 'received'],
  queryFn: ({ signal }) => call(listReceivedRequests, { signal }),
});

export const sentRequestsQuery = queryOptions({
  queryKey: ['teams', 'sent'],
  queryFn: ({ signal }) => call(listSentRequests, { signal }),
});

/** Teams whose name contains the text. */
export const foundTeamsQuery = (query: string) =>
  queryOptions({
    queryKey: ['teams', 'search', query],
    queryFn: ({ signal }) => call(searchTeams, { query: { query }, signal }),
  });

/** Puts somebody into the team that a call has answered with, without asking for either again. */
export function setJoinedTeam(client: QueryClient, user: User, team: Team) {
  client.setQueryData(teamQuery(team._id).queryKey, team);
  setSessionUser({ ...user, team: team._id, teamPreference: 'hasTeam' });
  void client.invalidateQueries({ queryKey: sentRequestsQuery.queryKey });
}

/** Asks again who is in which team, and then for everything about teams but those that one is no longer in. */
export async function refreshTeams(client: QueryClient) {
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  const team = client.getQueryData(sessionQuery.queryKey)?.team;
  await client.invalidateQueries({
    queryKey: ['teams'],
    predicate: ({ queryKey: [, what, id] }) => what !== 'one' || id === team,
  });
}
