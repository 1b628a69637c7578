import * as contract from '../../../contract/people/staff.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { sessionQuery } from '../../lib/session.api.ts';
import { createAction, useAction } from '../../lib/use-action.ts';
import { teamRoleLabels } from './role-labels.ts';

export const staffQuery = callQuery(['staff'], contract.listStaff);

const refresh = () => queryClient.invalidateQueries({ queryKey: staffQuery.queryKey });
/** Checks the session again, because people can change their own role. */
const refreshAll = () =>
  Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })]);

const nameOf = ({ name, email }: Pick<contract.StaffMember, 'name' | 'email'>) => name || email;
const params = ({ _id }: contract.StaffMember) => ({ params: { id: _id } });

const nameRole = (role: contract.TeamRole) => teamRoleLabels[role].label.toLowerCase();

/** Says which other role the holder of an address had on the team until now. */
function describeFormer(email: string, role: contract.TeamRole): string {
  const members = queryClient.getQueryData(staffQuery.queryKey)?.members ?? [];
  const former = members.find((member) => member.email.toLowerCase() === email.toLowerCase())?.role;
  return former && former !== role ? ` now, and no longer ${nameRole(former)}` : '';
}

export const useInviteStaff = createAction(contract.inviteStaff, {
  send: (body: { email: string; role: contract.TeamRole }) => ({ body }),
  success: ({ link }, { email, role }) =>
    `${email} is ${nameRole(role)}${describeFormer(email, role)}. ${link ? 'Send them the link.' : 'They get a sign-in link by email.'}`,
  isShown: true,
  onSettled: refresh,
});

export const useUpdateStaffRole = createAction(contract.updateStaffRole, {
  send: ({ member, role }: { member: contract.StaffMember; role: contract.TeamRole }) => ({
    ...params(member),
    body: { role },
  }),
  success: (_answer, { member, role }) => `${nameOf(member)} is ${nameRole(role)} after signing in again.`,
  onSettled: refreshAll,
});

const acts = {
  remove: { run: contract.removeStaff, done: 'no longer helps to run the event.' },
  end: { run: contract.endStaffSessions, done: 'is signed out everywhere.' },
  handOver: {
    run: contract.handOverOwnership,
    done: 'is the owner after signing in again. You are an organizer now.',
  },
} as const;
export type StaffAct = keyof typeof acts;

export const useStaffAct = () =>
  useAction(
    ({ act, member }: { act: StaffAct; member: contract.StaffMember }) => call(acts[act].run, params(member)),
    {
      success: (_answer, { act, member }) => `${nameOf(member)} ${acts[act].done}`,
      onSettled: refreshAll,
    },
  );
