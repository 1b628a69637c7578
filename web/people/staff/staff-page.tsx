import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { Staff, StaffMember, TeamRole } from '../../../contract/people/staff.ts';
import { formatAgo, formatCount } from '../../../contract/platform/format.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { ask } from '../../ui/ask.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Form, Input, Select } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Loaded } from '../../ui/page-states.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RadioChips } from '../../ui/radio-chips.tsx';
import { teamRoleLabels } from './role-labels.ts';
import { type StaffAct, staffQuery, useInviteStaff, useStaffAct, useUpdateStaffRole } from './staff.api.ts';

const nameOf = ({ name, email }: StaffMember) => name || email;

/** The people who run the event: inviting them, their roles, and removing them. */
export function Component() {
  const staff = useQuery(staffQuery);
  const [changed, setChanged] = useState<StaffMember>();
  const members = staff.data?.members ?? [];
  return (
    <WorkPage
      title="Team"
      figures={
        staff.data && [
          ['People', members.length],
          ['Not signed in yet', members.filter(({ lastSeenAt }) => !lastSeenAt).length],
        ]
      }
      note="The people who run the event. Each sees the pages of their role. Volunteers and judges have pages of their own."
    >
      <Loaded query={staff} what="team" loading="Loading the team...">
        {(data) => (
          <>
            <Invite {...data} />
            <Members members={members} onChangeRole={setChanged} />
            {changed && (
              <RoleDialog member={changed} roles={data.roles} onClose={() => setChanged(undefined)} />
            )}
          </>
        )}
      </Loaded>
    </WorkPage>
  );
}

function Invite({ roles, sendsMail }: Pick<Staff, 'roles' | 'sendsMail'>) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<TeamRole>('organizer');
  const field = useRef<HTMLInputElement>(null);
  const invite = useInviteStaff();
  const onSuccess = () => {
    setEmail('');
    field.current?.focus();
  };
  const link = invite.data?.link;
  return (
    <Card title="Invite by email">
      <Form
        noValidate
        className="grid items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
        onSubmit={() => {
          if (email.trim()) invite.mutate({ email: email.trim(), role }, { onSuccess });
          else field.current?.focus();
        }}
      >
        <Field label="Email" error={invite.errorText}>
          <Input
            ref={field}
            type="email"
            value={email}
            maxLength={limits.text.email}
            onValueChange={(value) => {
              invite.reset();
              setEmail(value);
            }}
          />
        </Field>
        <Field label="Role">
          <Select
            options={roles.map((value) => ({ value, label: teamRoleLabels[value].label }))}
            value={role}
            onValueChange={(value) => setRole(value as TeamRole)}
          />
        </Field>
        <p className="text-sm text-muted sm:order-last sm:col-span-3">{teamRoleLabels[role].about}</p>
        <Button type="submit" busy={invite.isPending} className="sm:mt-7">
          Invite
        </Button>
        {!sendsMail && !link && (
          <p className="text-sm text-muted sm:col-span-3">
            This site does not send emails yet: the invitation is a file in data/outbox.
          </p>
        )}
        {link && (
          <div role="status" className="grid gap-1 sm:col-span-3">
            <p className="font-semibold">
              This site does not send emails yet. Send this link to {invite.variables?.email} yourself. It
              signs in once, within a week.
            </p>
            <code className="font-mono text-sm wrap-anywhere select-all">{link}</code>
          </div>
        )}
      </Form>
    </Card>
  );
}

interface MembersProps {
  members: readonly StaffMember[];
  onChangeRole: (member: StaffMember) => void;
}

function Members({ members, onChangeRole }: MembersProps) {
  const event = useEvent();
  return (
    <DataTable
      caption="Team"
      className="rounded-lg border border-hairline bg-surface"
      folds
      rows={members}
      rowKey={({ _id }) => _id}
      columns={[
        {
          header: 'Person',
          cell: ({ name, email, isYou }) => (
            <PersonName
              name={name}
              email={email}
              aside={isYou && <span className="font-normal text-muted"> (you)</span>}
            />
          ),
        },
        {
          header: 'Role, last seen',
          cell: ({ role, lastSeenAt, sessions }) => (
            <>
              <span className="block">{teamRoleLabels[role].label}</span>
              <span className="block text-muted">
                {lastSeenAt ? formatAgo(lastSeenAt, event) : 'not signed in yet'}
                {lastSeenAt && (sessions > 0 ? `, ${formatCount(sessions, 'browser')}` : ', signed out')}
              </span>
            </>
          ),
        },
        {
          header: 'Change',
          cell: (member) => <Actions member={member} onChangeRole={() => onChangeRole(member)} />,
        },
      ]}
    />
  );
}

function Actions({ member, onChangeRole }: { member: StaffMember; onChangeRole: () => void }) {
  const { can, sessions, isYou } = member;
  const run = useStaffAct();
  const askTo = (act: StaffAct) => () => {
    const { title, body, confirmLabel } = questions[act];
    const question = { title: title(nameOf(member)), body, confirmLabel, danger: act !== 'end' };
    void ask({ ...question, returnFocus: toTitle }, () => run.mutateAsync({ act, member }));
  };
  if (!can.change && !can.handOver)
    return <span className="text-muted">{isYou ? 'Hand over to leave' : 'By owners'}</span>;
  return (
    <Menu
      label="Change"
      name={`Change ${nameOf(member)}`}
      variant="ghost"
      items={[
        { label: 'Change role', onSelect: onChangeRole },
        ...(can.handOver ? [{ label: 'Hand over ownership', onSelect: askTo('handOver') }] : []),
        { label: 'End all sessions', onSelect: askTo('end'), disabled: sessions === 0 },
        { label: 'Remove', onSelect: askTo('remove'), danger: true },
      ]}
    />
  );
}

// The row, and the button with it, may be gone.
const toTitle = () => document.querySelector<HTMLElement>('main h1');

function RoleDialog(props: { member: StaffMember; roles: readonly TeamRole[]; onClose: () => void }) {
  const { member, roles, onClose } = props;
  const [role, setRole] = useState<TeamRole>(member.role);
  const update = useUpdateStaffRole();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Role of ${nameOf(member)}`}
      description="They are signed out, and have the new role when they sign in again."
      returnFocus={toTitle}
      footer={
        <Button
          busy={update.isPending}
          disabled={role === member.role}
          onClick={() => update.mutate({ member, role }, { onSettled: onClose })}
        >
          Change role
        </Button>
      }
    >
      <RadioChips
        name="role"
        legend="Role"
        hideLegend
        value={role}
        onValueChange={(value) => setRole(value as TeamRole)}
        options={roles.map((value) => ({ value, label: teamRoleLabels[value].label }))}
      />
      <p className="min-h-12 text-sm text-muted">{teamRoleLabels[role].about}</p>
    </Dialog>
  );
}

const questions: Record<StaffAct, { title: (name: string) => string; body: string; confirmLabel: string }> = {
  remove: {
    title: (name) => `Remove ${name}?`,
    body: 'They are signed out on every device and can no longer open the organizers’ pages. Their account and everything they did stay.',
    confirmLabel: 'Remove',
  },
  end: {
    title: (name) => `End all sessions of ${name}?`,
    body: 'They are signed out on every device and can sign in again.',
    confirmLabel: 'End sessions',
  },
  handOver: {
    title: (name) => `Hand over ownership to ${name}?`,
    body: 'They become an owner and have to sign in again. You stay on as an organizer, and only an owner can change that back.',
    confirmLabel: 'Hand over',
  },
};
