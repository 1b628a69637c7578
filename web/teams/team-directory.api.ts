import type { BodySent } from '../../contract/platform/endpoint.ts';
import * as contract from '../../contract/teams/team-directory.ts';
import { texts } from '../../contract/texts.ts';
import { callQuery, queryClient } from '../lib/call.ts';
import { sessionQuery } from '../lib/session.api.ts';
import { createAction } from '../lib/use-action.ts';
import { markJoined } from './teams.api.ts';

export const myTeamCardQuery = callQuery(['teams', 'card'], contract.getMyTeamCard);

export const teamCardsQuery = callQuery(['teams', 'cards'], contract.listTeamCards);

export const receivedInvitesQuery = callQuery(['teams', 'invites'], contract.listReceivedInvites);

const refresh = async () => {
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: ['teams'] });
};

export const useUpdateMyTeamCard = createAction(contract.updateMyTeamCard, {
  success: 'Your card is shown',
  fallback: 'Failed to save your card',
  onSuccess: (answer) => queryClient.setQueryData(myTeamCardQuery.queryKey, answer),
  onSettled: refresh,
});

export const useDeleteMyTeamCard = createAction(contract.deleteMyTeamCard, {
  success: 'Your card is deleted',
  fallback: 'Failed to delete your card',
  onSuccess: (answer) => queryClient.setQueryData(myTeamCardQuery.queryKey, answer),
  onSettled: refresh,
});

export const useUpdateTeamDescription = createAction(contract.updateTeamDescription, {
  send: ({ id, ...body }: BodySent<typeof contract.updateTeamDescription> & { id: string }) => ({
    params: { id },
    body,
  }),
  success: 'Saved',
  fallback: 'Failed to save',
  onSettled: refresh,
});

export const useCreateInvite = createAction(contract.createInvite, {
  send: ({ cardId }: { cardId: string; name: string }) => ({ body: { cardId } }),
  success: (_answer, { name }) => `${name || 'This person'} is invited`,
  fallback: 'Failed to send the invite',
  onSettled: () => queryClient.invalidateQueries({ queryKey: teamCardsQuery.queryKey }),
});

export const useDecideInvite = createAction(contract.decideInvite, {
  send: ({ invite, action }: { invite: contract.ReceivedInvite; action: 'accept' | 'decline' }) => ({
    params: { id: invite._id },
    body: { action },
  }),
  success: (_answer, { action }) => (action === 'accept' ? texts.teams.joined : 'Invite declined'),
  fallback: ({ action }) => `Failed to ${action} the invite`,
  onSuccess: (_answer, { invite, action }) => action === 'accept' && markJoined(invite.team._id),
  onSettled: refresh,
});
