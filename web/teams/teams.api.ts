import { queryOptions, useQuery } from '@tanstack/react-query';
import { limits } from '../../contract/limits.ts';
import { type User, updateTeamPreference } from '../../contract/people/users.ts';
import type { BodySent } from '../../contract/platform/endpoint.ts';
import { cleanInviteCode, isInviteCode } from '../../contract/teams/invite-link.ts';
import * as contract from '../../contract/teams/teams.ts';
import { fill, texts } from '../../contract/texts.ts';
import { ApiError } from '../lib/api-error.ts';
import { patchSessionUser } from '../lib/application.api.ts';
import { call, callQuery, queryClient } from '../lib/call.ts';
import { useLive } from '../lib/live.ts';
import { sessionQuery, setSessionUser } from '../lib/session.api.ts';
import { storedInviteCode } from '../lib/stored-invite-code.ts';
import { createAction, useAction } from '../lib/use-action.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { toast } from '../ui/toast.tsx';

export const teamQuery = (id: string) =>
  callQuery(['teams', 'one', id], contract.getTeam, { params: { id } });

export const receivedRequestsQuery = callQuery(['teams', 'received'], contract.listReceivedRequests);

export const sentRequestsQuery = callQuery(['teams', 'sent'], contract.listSentRequests);

/** The person's requests that a leader has rejected. */
export const rejectedRequestsQuery = callQuery(['teams', 'rejected'], contract.listSentRequests, {
  query: { status: 'rejected' },
});

/**
 * Teams whose name or leader's name contains `query`, or the one whose invite code or link it is, with what `track` means for
 * joining them.
 */
export const teamSearchQuery = (query: string, track?: string) =>
  queryOptions({
    queryKey: ['teams', 'search', query, track],
    queryFn: async ({ signal }) => {
      // A pasted message is too long for a name.
      const isName = query.length <= limits.text.query;
      const found = isName ? await call(contract.searchTeams, { query: { query, track }, signal }) : [];
      const inviteCode = cleanInviteCode(query);
      if (found.length > 0 || !isInviteCode(inviteCode)) return found;
      const invitation = await call(contract.getInvitation, { body: { inviteCode, track }, signal }).catch(
        () => null,
      );
      return invitation?.team ? [invitation.team] : [];
    },
    enabled: query !== '',
  });

/** Returns what to say at the field of a new team's name if another team has it, which is allowed. */
export function useTakenNameHint(name: string): string | undefined {
  const settled = useDebounced(name.trim().replace(/\s+/g, ' '), 250).toLowerCase();
  const { data = [] } = useQuery({
    ...callQuery(['teams', 'named', settled], contract.searchTeams, { query: { query: settled } }),
    enabled: settled !== '',
  });
  const other = data.find((team) => team.name.toLowerCase() === settled);
  return (
    other &&
    `There is already a team with this name. You can still use it. The other one is led by ${other.leader.name}.`
  );
}

/** Teams with free seats, with what `track` means for joining them. */
export const openTeamsQuery = (track?: string) =>
  callQuery(['teams', 'open', track], contract.listOpenTeams, { query: { track } });

export const invitationQuery = (code: string, userId: string | undefined) =>
  queryOptions({
    queryKey: ['teams', 'invitation', code, userId],
    queryFn: ({ signal }) => call(contract.getInvitation, { body: { inviteCode: code }, signal }),
    enabled: code !== '',
    retry: (failures, error) => !isNoInvitation(error) && failures < 2,
  });

const myInvitationKey = ['teams', 'my-invitation'];

/** The code of the invitation that belongs to this account; one opened here before signing in becomes the account's. */
export const myInvitationQuery = ({ role, team }: User) =>
  queryOptions({
    queryKey: myInvitationKey,
    queryFn: async ({ signal }) => {
      const opened = storedInviteCode.get();
      if (opened === null) return (await call(contract.getMyInvitation, { signal })).inviteCode;
      return keepInvitation(opened);
    },
    enabled: role === 'hacker' && team === null,
    // Pages do not wait for it without a network.
    retry: false,
  });

/** Keeps an invitation with the account, or dismisses it; then this device stores none itself. */
export async function keepInvitation(code: string | null): Promise<string | null> {
  const kept = await call(contract.updateMyInvitation, { body: { inviteCode: code } }).then(
    () => code,
    (error: unknown) => {
      // Something that is no code, from an old link.
      if (isNoInvitation(error)) return null;
      throw error;
    },
  );
  storedInviteCode.clear();
  queryClient.setQueryData(myInvitationKey, kept);
  return kept;
}

export const useDismissInvitation = () =>
  useAction(() => keepInvitation(null), {
    preview: () => {
      const before = queryClient.getQueryData(myInvitationKey);
      storedInviteCode.clear();
      queryClient.setQueryData(myInvitationKey, null);
      return () => queryClient.setQueryData(myInvitationKey, before);
    },
  });

const joinedKey = ['teams', 'joined'];

export const markJoined = (teamId: string | null) => queryClient.setQueryData(joinedKey, teamId);

/** The team that the person has joined since the page was opened. */
export const useJoinedTeam = () => useQuery<string | null>({ queryKey: joinedKey, enabled: false }).data;

function setJoinedTeam(team: contract.Team) {
  queryClient.setQueryData(teamQuery(team._id).queryKey, team);
  patchSessionUser({ team: team._id, teamPreference: 'hasTeam' });
  queryClient.removeQueries({ queryKey: myInvitationKey });
  void queryClient.invalidateQueries({ queryKey: sentRequestsQuery.queryKey });
}

/** Asks again who is in which team, then for everything about teams except those the person has left. */
async function refreshTeams() {
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  const team = queryClient.getQueryData(sessionQuery.queryKey)?.team;
  await queryClient.invalidateQueries({
    queryKey: ['teams'],
    predicate: ({ queryKey: [, what, id] }) => what !== 'one' || id === team,
  });
}

/** `refreshTeams` after somebody else's change, with a toast for what it means for this person. */
async function refreshTeamsAndAnnounce() {
  const before = readTeam();
  await refreshTeams();
  const { id } = readTeam();
  if (id) await queryClient.ensureQueryData(teamQuery(id)).catch(() => undefined);
  const after = readTeam();
  // The person's own actions show their own toasts.
  if (queryClient.isMutating() > 0) return;
  const announce = (text: string) => toast.info(text, { id: 'team-change' });
  if (before.id && before.id !== after.id)
    announce(`You are no longer in ${before.team?.name ?? 'your team'}.`);
  else if (!before.id && after.team) {
    markJoined(after.team._id);
    announce(`You are now in ${after.team.name}.`);
  } else if (before.team && !before.leads && after.leads) announce(`You now lead ${after.team?.name}.`);
}

/** Keeps what a page shows of the person's team, and of the requests to join one, up to date. */
export function useLiveTeams() {
  useLive('me', () => void refreshTeamsAndAnnounce());
  useLive('team', () => void refreshTeamsAndAnnounce());
}

function readTeam() {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  const team = user?.team ? queryClient.getQueryData(teamQuery(user.team).queryKey) : undefined;
  return { id: user?.team, team, leads: team !== undefined && team.creator._id === user?._id };
}

/** Removes a request from a list at once; returns what puts it back. */
async function removeRequest(list: typeof receivedRequestsQuery | typeof sentRequestsQuery, id: string) {
  const queryKey: readonly unknown[] = list.queryKey;
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<{ _id: string }[]>(queryKey);
  queryClient.setQueryData<{ _id: string }[]>(queryKey, (rows) => rows?.filter(({ _id }) => _id !== id));
  return () => queryClient.setQueryData(queryKey, before);
}

export const useCreateTeam = createAction(contract.createTeam, {
  send: (body: BodySent<typeof contract.createTeam>) => ({ body }),
  success: texts.teams.created,
  fallback: texts.teams.createFailed,
  isShown: (error) => error instanceof ApiError && error.fields.name !== undefined,
  onSuccess: setJoinedTeam,
});

/** Whether no team has the code; the field shows it. */
export const isWrongCode = (error: unknown) =>
  error instanceof ApiError && error.code === 'unknown_invite_code';

export const isNoInvitation = (error: unknown): boolean =>
  isWrongCode(error) || (error instanceof ApiError && error.code === 'invalid_input');

export const useJoinTeam = createAction(contract.joinTeam, {
  send: (inviteCode: string) => ({ body: { inviteCode } }),
  success: texts.teams.joined,
  fallback: texts.teams.joinFailed,
  isShown: isWrongCode,
  // A page that shows an invitation with this code is out of date.
  onError: (error) =>
    isWrongCode(error) && void queryClient.invalidateQueries({ queryKey: ['teams', 'invitation'] }),
  onSuccess: (team) => {
    markJoined(team._id);
    setJoinedTeam(team);
  },
});

export const useLeaveTeam = createAction(contract.leaveTeam, {
  send: ({ _id: id }: contract.Team) => ({ params: { id } }),
  success: texts.teams.left,
  fallback: texts.teams.leaveFailed,
  onSuccess: () => void patchSessionUser({ team: null, teamPreference: 'lookingForTeam' }),
  onSettled: () => void refreshTeams(),
});

export const useRemoveMember = (team: contract.Team) =>
  useAction((memberId: string) => call(contract.removeMember, { params: { id: team._id, memberId } }), {
    success: texts.teams.removed,
    fallback: texts.teams.removeFailed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamQuery(team._id).queryKey }),
  });

export const useCreateJoinRequest = createAction(contract.createJoinRequest, {
  success: 'Join request sent',
  fallback: 'Failed to send join request',
  onSettled: () => void refreshTeams(),
});

export const useCancelJoinRequest = createAction(contract.cancelJoinRequest, {
  send: (id: string) => ({ params: { id } }),
  success: texts.teams.cancelDone,
  fallback: texts.teams.cancelFailed,
  preview: (id) => removeRequest(sentRequestsQuery, id),
  onSettled: () => queryClient.invalidateQueries({ queryKey: ['teams'] }),
});

interface JoinDecision {
  request: contract.ReceivedRequest;
  action: 'approve' | 'reject';
}

export const useDecideJoinRequest = (team: contract.Team) =>
  useAction(
    ({ request, action }: JoinDecision) =>
      call(contract.decideJoinRequest, { params: { id: request._id }, body: { action } }),
    {
      success: ({ message }) => message,
      fallback: ({ action }) => fill(texts.teams.requestFailed, { action }),
      preview: async ({ request, action }) => {
        const restore = await removeRequest(receivedRequestsQuery, request._id);
        const { queryKey } = teamQuery(team._id);
        const before = queryClient.getQueryData(queryKey);
        if (before && action === 'approve')
          queryClient.setQueryData(queryKey, { ...before, seatsLeft: Math.max(0, before.seatsLeft - 1) });
        return () => {
          restore();
          queryClient.setQueryData(queryKey, before);
        };
      },
      onSettled: () =>
        Promise.all(
          [receivedRequestsQuery.queryKey, teamQuery(team._id).queryKey].map((queryKey) =>
            queryClient.invalidateQueries({ queryKey }),
          ),
        ),
    },
  );

export type ChosenPreference = 'solo' | 'lookingForTeam';

export const useUpdateTeamPreference = createAction(updateTeamPreference, {
  send: (teamPreference: ChosenPreference) => ({ body: { teamPreference } }),
  success: texts.teams.preferenceDone,
  fallback: texts.teams.preferenceFailed,
  preview: (teamPreference) => patchSessionUser({ teamPreference }),
  onSuccess: (answer) => setSessionUser(answer.user),
});
