import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { Staff, StaffMember, TeamRole } from '../../../contract/people/staff.ts';
import { formatAgo, formatCount } from '../../../contract/platform/format.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RadioChips } from '../../ui/radio-chips.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { teamRoleLabels } from './role-labels.ts';
import { type StaffAct, staffQuery, useInviteStaff, useStaffAct, useUpdateStaffRole } from './staff.api.ts';

type Asked = { member: StaffMember; act: StaffAct | 'role' } | undefined;

const nameOf = ({ name, email }: StaffMember) => name || email;

/** The people who run the event: inviting them, their roles, and removing them. */
export function Component() {
  const { data, isError, refetch } = useQuery(staffQuery);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const members = data?.members ?? [];
  const invited = members.filter(({ lastSeenAt }) => !lastSeenAt).length;
  return (
    <WorkPage
      title="Team"
      figures={
        data && [
          ['People', members.length],
          ['Not signed in yet', invited],
        ]
      }
      note="The people who run the event. Each sees the pages of their role. Volunteers and judges have pages of their own."
    >
      {data && <Invite {...data} />}
      {isError && !data && <ErrorBox message="The team could not be loaded." onRetry={refetch} />}
      {!data && !isError && <Skeleton text="Loading the team..." />}
      {data && <Members members={members} onAsk={setAsked} />}
      {asked?.act === 'role' && (
        <RoleDialog member={asked.member} roles={data?.roles ?? []} onClose={close} />
      )}
      {asked && asked.act !== 'role' && <ActDialog member={asked.member} act={asked.act} onClose={close} />}
    </WorkPage>
  );
}

function Invite({ roles, sendsMail }: Pick<Staff, 'roles' | 'sendsMail'>) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<TeamRole>('organizer');
  const field = useRef<HTMLInputElement>(null);
  const invite = useInviteStaff({
    onSuccess: () => {
      setEmail('');
      field.current?.focus();
    },
  });
  const link = invite.data?.link;
  return (
    <Card title="Invite by email">
      <form
        noValidate
        className="grid items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
        onSubmit={(submit) => {
          submit.preventDefault();
          if (email.trim()) invite.mutate({ email: email.trim(), role });
          else field.current?.focus();
        }}
      >
        <Field label="Email" error={invite.errorText}>
          <Input
            ref={field}
            type="email"
            value={email}
            maxLength={limits.text.email}
            autoComplete="off"
            onChange={({ target }) => {
              invite.reset();
              setEmail(target.value);
            }}
          />
        </Field>
        <Field label="Role">
          <Select
            options={roles.map((value) => ({ value, label: teamRoleLabels[value].label }))}
            value={role}
            onChange={({ target }) => setRole(target.value as TeamRole)}
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
      </form>
    </Card>
  );
}

function Members({ members, onAsk }: { members: readonly StaffMember[]; onAsk: (asked: Asked) => void }) {
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
          cell: (member) => <Actions member={member} onAsk={onAsk} />,
        },
      ]}
    />
  );
}

function Actions({ member, onAsk }: { member: StaffMember; onAsk: (asked: Asked) => void }) {
  const { can, sessions, isYou } = member;
  const ask = (act: NonNullable<Asked>['act']) => () => onAsk({ member, act });
  if (!can.change && !can.handOver)
    return <span className="text-muted">{isYou ? 'Hand over to leave' : 'By owners'}</span>;
  return (
    <Menu
      label="Change"
      name={`Change ${nameOf(member)}`}
      variant="ghost"
      items={[
        { label: 'Change role', onSelect: ask('role') },
        ...(can.handOver ? [{ label: 'Hand over ownership', onSelect: ask('handOver') }] : []),
        { label: 'End all sessions', onSelect: ask('end'), disabled: sessions === 0 },
        { label: 'Remove', onSelect: ask('remove'), danger: true },
      ]}
    />
  );
}

// The row, and the button with it, may be gone.
const toTitle = () => document.querySelector<HTMLElement>('main h1');

function RoleDialog(props: { member: StaffMember; roles: readonly TeamRole[]; onClose: () => void }) {
  const { member, roles, onClose } = props;
  const [role, setRole] = useState<TeamRole>(member.role);
  const update = useUpdateStaffRole({ onSettled: onClose });
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
          onClick={() => update.mutate({ member, role })}
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
        onChange={({ target }) => setRole(target.value as TeamRole)}
        options={roles.map((value) => ({ value, label: teamRoleLabels[value].label }))}
      />
      <p className="min-h-12 text-sm text-muted">{teamRoleLabels[role].about}</p>
    </Dialog>
  );
}

const questions: Record<StaffAct, { ask: (name: string) => string; body: string; confirm: string }> = {
  remove: {
    ask: (name) => `Remove ${name}?`,
    body: 'They are signed out on every device and can no longer open the organizers’ pages. Their account and everything they did stay.',
    confirm: 'Remove',
  },
  end: {
    ask: (name) => `End all sessions of ${name}?`,
    body: 'They are signed out on every device and can sign in again.',
    confirm: 'End sessions',
  },
  handOver: {
    ask: (name) => `Hand over ownership to ${name}?`,
    body: 'They become an owner and have to sign in again. You stay on as an organizer, and only an owner can change that back.',
    confirm: 'Hand over',
  },
};

function ActDialog({ member, act, onClose }: { member: StaffMember; act: StaffAct; onClose: () => void }) {
  const run = useStaffAct({ onSettled: onClose });
  const { ask, body, confirm } = questions[act];
  return (
    <ConfirmDialog
      open
      title={ask(nameOf(member))}
      body={body}
      confirmLabel={confirm}
      danger={act !== 'end'}
      busy={run.isPending}
      onConfirm={() => run.mutate({ act, member })}
      onCancel={onClose}
      returnFocus={toTitle}
    />
  );
}
