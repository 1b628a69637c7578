import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../contract/platform/format.ts';
import { useEvent } from '../lib/event.api.ts';
import { receivedInvitesQuery } from './team-directory.api.ts';
import { openTeamsQuery, rejectedRequestsQuery, sentRequestsQuery } from './teams.api.ts';

/** Returns the requests that leaders have rejected: one for each team, and none to a team that is asked again or invites. */
export function useRejectedRequests(enabled = true) {
  const directory = useEvent()?.teamDirectory ?? false;
  const { data: rejected = [] } = useQuery({ ...rejectedRequestsQuery, enabled });
  const { data: sent = [] } = useQuery({ ...sentRequestsQuery, enabled });
  const { data: invites = [] } = useQuery({ ...receivedInvitesQuery, enabled: enabled && directory });
  const newer = [...sent, ...invites].map(({ team }) => team._id);
  const last = new Map(rejected.map((request) => [request.team._id, request]));
  return [...last.values()].filter(({ team }) => !newer.includes(team._id));
}

/** The query of the person's open join requests, without those to teams that have answered with an invite. */
export function useSentRequests(enabled = true) {
  const directory = useEvent()?.teamDirectory ?? false;
  const { data, ...query } = useQuery({ ...sentRequestsQuery, enabled });
  const { data: invites = [] } = useQuery({ ...receivedInvitesQuery, enabled: enabled && directory });
  return {
    ...query,
    data: data?.filter(({ team }) => !invites.some((invite) => invite.team._id === team._id)),
  };
}

/** Returns what became of the person's join requests; undefined if there are none, or for somebody `withoutTeam` is false for. */
export function useRequestAnswer(withoutTeam: boolean): string | undefined {
  const { data: requests = [] } = useSentRequests(withoutTeam);
  const rejected = useRejectedRequests(withoutTeam);
  const last = rejected.at(-1);
  const directory = useEvent()?.teamDirectory ?? false;
  const { data: open = [] } = useQuery({
    ...openTeamsQuery(),
    enabled: withoutTeam && directory && last !== undefined,
  });
  const hasOthers = open.some(({ _id, can }) => can.ask && _id !== last?.team._id);
  if (!withoutTeam) return undefined;
  const [request] = requests;
  if (request)
    return `You asked ${requests.length === 1 ? request.team.name : formatCount(requests.length, 'team', 'teams')}, and get an email with the answer. You can ask others meanwhile.`;
  return (
    last &&
    `${last.team.name} did not accept your request. ${hasOthers ? 'Other teams have free seats: ask one' : 'Join another with its code'}, or create your own.`
  );
}
