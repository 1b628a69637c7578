import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readTeam, requestsReceived, requestsSent, searchTeams, type Team } from '../../contract/teams.ts';
import type { User } from '../../contract/users.ts';
import { call } from '../lib/call.ts';
import { sessionQuery, setSessionUser } from '../lib/session.api.ts';

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: ['teams', 'one', id],
    queryFn: ({ signal }) => call(readTeam, { params: { id }, signal }),
  });

export const receivedQuery = queryOptions({
  queryKey: ['teams', 'received'],
  queryFn: ({ signal }) => call(requestsReceived, { signal }),
});

export const sentQuery = queryOptions({
  queryKey: ['teams', 'sent'],
  queryFn: ({ signal }) => call(requestsSent, { signal }),
});

/** Teams whose name contains the text. */
export const foundQuery = (query: string) =>
  queryOptions({
    queryKey: ['teams', 'search', query],
    queryFn: ({ signal }) => call(searchTeams, { query: { query }, signal }),
  });

/** Puts somebody into the team that a call has answered with, without asking for either again. */
export function enterTeam(client: QueryClient, user: User, team: Team) {
  client.setQueryData(teamQuery(team._id).queryKey, team);
  setSessionUser({ ...user, team: team._id, teamPreference: 'hasTeam' });
  void client.invalidateQueries({ queryKey: sentQuery.queryKey });
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
