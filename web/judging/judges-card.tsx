import { type FormEvent, useState } from 'react';
import type { JudgeAccount, JudgeProgress, TableProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { formatAgo } from '../../contract/platform/format.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Menu } from '../ui/menu.tsx';
import { AddJudges } from './add-judges.tsx';
import { useRemoveJudge, useRenameJudge, useResetJudgePassword } from './judging-admin.api.ts';
import { sortBySilence } from './judging-problems.tsx';
import { describeAssignment } from './sign-in-sheets.tsx';

const PaperScore = lazyPart(() => import('./paper-score.tsx'));

/** Changes the name of a judge. Username and password stay. */
function RenameJudge({ judge, onClose }: { judge: JudgeProgress; onClose: () => void }) {
  const [name, setName] = useState(judge.name);
  const rename = useRenameJudge({ onSuccess: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ judge, name });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Rename ${judge.name}`}
      description={`Their scores are shown under the new name too. They still sign in as ${judge.username}.`}
    >
      <form onSubmit={submit} className="grid gap-5">
        <Field label="Name" error={rename.errorText}>
          <Input
            required
            maxLength={limits.text.name}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Button type="submit" className="justify-self-end" busy={rename.isPending}>
          Rename judge
        </Button>
      </form>
    </Dialog>
  );
}

type JudgeAction = { kind: 'paper' | 'rename' | 'reset' | 'remove' | 'void'; judge: JudgeProgress };

interface JudgesCardProps {
  judges: readonly JudgeProgress[];
  tables: readonly TableProgress[];
  onAccounts: (accounts: JudgeAccount[]) => void;
}

/** The judges with their progress; adding, renaming and removing them, resetting their passwords, their scores from paper. */
export function JudgesCard({ judges, tables, onAccounts }: JudgesCardProps) {
  const event = useEvent();
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<JudgeAction>();
  const columns: Column<JudgeProgress>[] = [
    {
      header: 'Judge',
      cell: ({ name, username, track, prize }) => (
        <>
          <span className="block min-w-18 font-semibold wrap-anywhere">{name}</span>
          <span className="text-muted">
            <span className="font-mono wrap-anywhere">{username}</span>
            {event && (track || prize) && ` · ${describeAssignment(event, { track, prize })}`}
          </span>
        </>
      ),
    },
    {
      header: 'Scored',
      numeric: true,
      cell: ({ scored, share, behind }) => (
        <>
          {scored}
          <span className="text-muted">/{share}</span>
          {behind && <span className="block text-xs text-warning">behind</span>}
        </>
      ),
    },
    {
      header: 'Last',
      cell: ({ lastAt, now, signedIn }) => (
        <span className="block min-w-12 sm:whitespace-nowrap">
          {lastAt ? formatAgo(lastAt, event) : signedIn ? '–' : 'not signed in'}
          {now !== null && <span className="block text-muted">at table {now}</span>}
        </span>
      ),
    },
    {
      header: 'Edit',
      numeric: true,
      cell: (judge) => (
        <Menu
          label="More"
          name={`More for ${judge.name}`}
          variant="ghost"
          items={[
            { label: 'Enter paper score', onSelect: () => setAsked({ kind: 'paper', judge }) },
            { label: 'Rename judge', onSelect: () => setAsked({ kind: 'rename', judge }) },
            { label: 'Reset password', onSelect: () => setAsked({ kind: 'reset', judge }) },
            { label: 'Remove judge', danger: true, onSelect: () => setAsked({ kind: 'remove', judge }) },
            { label: 'Void all', danger: true, onSelect: () => setAsked({ kind: 'void', judge }) },
          ]}
        />
      ),
    },
  ];
  const add = (
    <Button variant="secondary" onClick={() => setAdding(true)}>
      Add judges
    </Button>
  );
  return (
    <Card title="Judges" aside={judges.length > 0 && add}>
      {judges.length === 0 ? (
        <EmptyState text="There are no judges yet." action={add} />
      ) : (
        <DataTable
          caption="Progress of each judge"
          columns={columns}
          rows={sortBySilence(judges)}
          rowKey={({ username }) => username}
          className="-mx-3 max-h-[70vh]"
        />
      )}
      <AddJudges open={adding} onClose={() => setAdding(false)} onAccounts={onAccounts} />
      {asked && (
        <ActionDialog
          {...asked}
          tables={tables}
          onClose={() => setAsked(undefined)}
          onAccounts={onAccounts}
        />
      )}
    </Card>
  );
}

type ActionDialogProps = JudgeAction & { onClose: () => void } & Pick<
    JudgesCardProps,
    'tables' | 'onAccounts'
  >;

function ActionDialog({ kind, judge, tables, onClose, onAccounts }: ActionDialogProps) {
  const event = useEvent();
  const reset = useResetJudgePassword({ onAccounts, onSettled: onClose });
  const remove = useRemoveJudge({ onSettled: onClose });
  if (kind === 'paper')
    return event && <PaperScore judge={judge} tables={tables} event={event} onClose={onClose} />;
  if (kind === 'rename') return <RenameJudge judge={judge} onClose={onClose} />;
  const dialog = {
    reset: {
      title: `Reset the password of ${judge.name}?`,
      body: 'The old password stops working, and they are signed out. The new one is shown once.',
      confirmLabel: 'Reset password',
      onConfirm: () => reset.mutate(judge),
    },
    remove: {
      title: `Remove ${judge.name}?`,
      body: 'They are signed out and cannot sign in again. Their scores stay and count.',
      confirmLabel: 'Remove judge',
      onConfirm: () => remove.mutate({ judge, scores: 'keep' }),
    },
    void: {
      title: `Remove ${judge.name} and void all scores?`,
      body: `They are signed out and cannot sign in again. Their scores (${judge.scored}) stay in the history, but none counts any more.`,
      confirmLabel: 'Remove and void all',
      onConfirm: () => remove.mutate({ judge, scores: 'void' }),
    },
  }[kind];
  return (
    <ConfirmDialog
      open
      {...dialog}
      danger={kind !== 'reset'}
      busy={reset.isPending || remove.isPending}
      onCancel={onClose}
    />
  );
}
