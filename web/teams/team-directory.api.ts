import type { BodySent } from '../../contract/platform/endpoint.ts';
import {
  createInvite,
  decideInvite,
  deleteMyTeamCard,
  getMyTeamCard,
  listReceivedInvites,
  listTeamCards,
  type ReceivedInvite,
  updateMyTeamCard,
  updateTeamNeed,
} from '../../contract/teams/team-directory.ts';
import { texts } from '../../contract/texts.ts';
import { call, callQuery } from '../lib/call.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery } from '../lib/session.api.ts';
import { useAction } from '../lib/use-action.ts';

export const myTeamCardQuery = callQuery(['teams', 'card'], getMyTeamCard);

export const teamCardsQuery = callQuery(['teams', 'cards'], listTeamCards);

export const receivedInvitesQuery = callQuery(['teams', 'invites'], listReceivedInvites);

const refresh = async () => {
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: ['teams'] });
};

export function useUpdateMyTeamCard() {
  return useAction((body: BodySent<typeof updateMyTeamCard>) => call(updateMyTeamCard, { body }), {
    success: 'Your card is shown',
    fallback: 'Failed to save your card',
    onSuccess: (answer) => queryClient.setQueryData(myTeamCardQuery.queryKey, answer),
    onSettled: refresh,
  });
}

export function useDeleteMyTeamCard() {
  return useAction(() => call(deleteMyTeamCard), {
    success: 'Your card is deleted',
    fallback: 'Failed to delete your card',
    onSuccess: (answer) => queryClient.setQueryData(myTeamCardQuery.queryKey, answer),
    onSettled: refresh,
  });
}

export function useUpdateTeamNeed(teamId: string) {
  return useAction((need: string) => call(updateTeamNeed, { params: { id: teamId }, body: { need } }), {
    success: 'Saved',
    fallback: 'Failed to save',
    onSettled: refresh,
  });
}

export function useCreateInvite() {
  return useAction(
    ({ cardId }: { cardId: string; name: string }) => call(createInvite, { body: { cardId } }),
    {
      success: (_answer, { name }) => `${name || 'This person'} is invited`,
      fallback: 'Failed to send the invite',
      onSettled: () => queryClient.invalidateQueries({ queryKey: teamCardsQuery.queryKey }),
    },
  );
}

export function useDecideInvite() {
  return useAction(
    ({ invite, action }: { invite: ReceivedInvite; action: 'accept' | 'decline' }) =>
      call(decideInvite, { params: { id: invite._id }, body: { action } }),
    {
      success: (_answer, { action }) => (action === 'accept' ? texts.teams.joined : 'Invite declined'),
      fallback: ({ action }) => `Failed to ${action} the invite`,
      onSettled: refresh,
    },
  );
}
