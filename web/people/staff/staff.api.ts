import {
  endStaffSessions,
  handOverOwnership,
  inviteStaff,
  listStaff,
  removeStaff,
  type StaffMember,
  type TeamRole,
  updateStaffRole,
} from '../../../contract/people/staff.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { sessionQuery } from '../../lib/session.api.ts';
import { createAction, useAction } from '../../lib/use-action.ts';
import { teamRoleLabels } from './role-labels.ts';

export const staffQuery = callQuery(['staff'], listStaff);

const refresh = () => queryClient.invalidateQueries({ queryKey: staffQuery.queryKey });
/** Checks the session again, because people can change their own role. */
const refreshAll = () =>
  Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })]);

const nameOf = ({ name, email }: Pick<StaffMember, 'name' | 'email'>) => name || email;
const params = ({ _id }: StaffMember) => ({ params: { id: _id } });

export const useInviteStaff = createAction(inviteStaff, {
  send: (body: { email: string; role: TeamRole }) => ({ body }),
  success: ({ link }, { email, role }) =>
    `${email} is ${teamRoleLabels[role].label.toLowerCase()}. ${link ? 'Send them the link.' : 'They get a sign-in link by email.'}`,
  isShown: true,
  onSettled: refresh,
});

export const useUpdateStaffRole = createAction(updateStaffRole, {
  send: ({ member, role }: { member: StaffMember; role: TeamRole }) => ({
    ...params(member),
    body: { role },
  }),
  success: (_answer, { member, role }) =>
    `${nameOf(member)} is ${teamRoleLabels[role].label.toLowerCase()} after signing in again.`,
  onSettled: refreshAll,
});

const acts = {
  remove: { run: removeStaff, done: 'no longer helps to run the event.' },
  end: { run: endStaffSessions, done: 'is signed out everywhere.' },
  handOver: {
    run: handOverOwnership,
    done: 'is the owner after signing in again. You are an organizer now.',
  },
} as const;
export type StaffAct = keyof typeof acts;

export const useStaffAct = () =>
  useAction(
    ({ act, member }: { act: StaffAct; member: StaffMember }) => call(acts[act].run, params(member)),
    {
      success: (_answer, { act, member }) => `${nameOf(member)} ${acts[act].done}`,
      onSettled: refreshAll,
    },
  );
