import { useState } from 'react';
import type { JudgeAccount, JudgeProgress, TableProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { formatAgo } from '../../contract/platform/format.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { ask } from '../ui/ask.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Field, FileInput, Input, Textarea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { EmptyState } from '../ui/page-states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import {
  useCreateJudges,
  useImportJudges,
  useRemoveJudge,
  useResetJudgePassword,
  useUpdateJudge,
} from './judging-admin.api.ts';
import { sortBySilence } from './judging-problems.tsx';
import { describeAssignment } from './sign-in-sheets.tsx';

const EmailJudges = lazyPart(() => import('./email-judges.tsx'));
const PaperScore = lazyPart(() => import('./paper-score.tsx'));

function EditJudge({ judge, onClose }: { judge: JudgeProgress; onClose: () => void }) {
  const [name, setName] = useState(judge.name);
  const [email, setEmail] = useState(judge.email ?? '');
  const update = useUpdateJudge();
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={() => update.mutate({ judge, name, email: email.trim() || null }, { onSuccess: onClose })}
      action={update}
      confirmLabel="Save judge"
      title={`Edit ${judge.name}`}
      description={`Their scores are shown under a new name too. They still sign in as ${judge.username}.`}
    >
      <Field label="Name">
        <Input required maxLength={limits.text.name} value={name} onValueChange={setName} />
      </Field>
      <Field label="Email address" required={false}>
        <Input type="email" maxLength={limits.text.email} value={email} onValueChange={setEmail} />
      </Field>
    </FormDialog>
  );
}

/** Returns what can be done about a judge after a question. */
function useJudgeActions(onAccounts: (accounts: JudgeAccount[]) => void) {
  const reset = useResetJudgePassword();
  const remove = useRemoveJudge();
  return (judge: JudgeProgress) => {
    const { name, username, scored } = judge;
    const resetQuestion = {
      title: `Reset the password of ${name}?`,
      body: 'The old password stops working, and they are signed out. The new one is shown once.',
      confirmLabel: 'Reset password',
    };
    const removeQuestion = {
      title: `Remove ${name}?`,
      body: 'They are signed out and cannot sign in again. Their scores stay and count.',
      confirmLabel: 'Remove judge',
      danger: true,
    };
    const voidQuestion = {
      title: `Remove ${name} and void all scores?`,
      body: `They are signed out and cannot sign in again. Their scores (${scored}) stay in the history, but none counts any more.`,
      confirmLabel: 'Remove and void all',
      danger: true,
    };
    const resetNow = () =>
      reset.mutateAsync({ params: { username } }).then(({ account }) => onAccounts([account]));
    const removeAnd = (scores: 'keep' | 'void') => () => remove.mutateAsync({ judge, scores });
    return [
      { label: 'Reset password', onSelect: () => void ask(resetQuestion, resetNow) },
      { label: 'Remove judge', danger: true, onSelect: () => void ask(removeQuestion, removeAnd('keep')) },
      { label: 'Void all', danger: true, onSelect: () => void ask(voidQuestion, removeAnd('void')) },
    ];
  };
}

interface JudgesCardProps {
  judges: readonly JudgeProgress[];
  tables: readonly TableProgress[];
  onAccounts: (accounts: JudgeAccount[]) => void;
}

/** The judges with their progress; adding, renaming and removing them, resetting their passwords, their scores from paper. */
export function JudgesCard({ judges, tables, onAccounts }: JudgesCardProps) {
  const event = useEvent();
  const [adding, setAdding] = useState(false);
  const [writing, setWriting] = useState(false);
  const [opened, setOpened] = useState<{ dialog: 'paper' | 'edit'; judge: JudgeProgress }>();
  const close = () => setOpened(undefined);
  const listActions = useJudgeActions(onAccounts);
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
            { label: 'Enter paper score', onSelect: () => setOpened({ dialog: 'paper', judge }) },
            { label: 'Edit judge', onSelect: () => setOpened({ dialog: 'edit', judge }) },
            ...listActions(judge),
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
    <Card
      title="Judges"
      aside={
        judges.length > 0 && (
          <span className="flex flex-wrap justify-end gap-2">
            <Button variant="ghost" onClick={() => setWriting(true)}>
              Email judges
            </Button>
            {add}
          </span>
        )
      }
    >
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
      {writing && <EmailJudges judges={judges} onClose={() => setWriting(false)} />}
      {opened?.dialog === 'paper' && event && (
        <PaperScore judge={opened.judge} tables={tables} event={event} onClose={close} />
      )}
      {opened?.dialog === 'edit' && <EditJudge judge={opened.judge} onClose={close} />}
    </Card>
  );
}

interface AddJudgesProps {
  open: boolean;
  onClose: () => void;
  onAccounts: (accounts: JudgeAccount[]) => void;
}

function AddJudges({ open, onClose, onAccounts }: AddJudgesProps) {
  const [method, setMethod] = useState('count');
  const [count, setCount] = useState('20');
  const [list, setList] = useState('');
  const create = useCreateJudges();
  const importList = useImportJudges();
  const submit = () => {
    const then = { onSuccess: (answer: { accounts: JudgeAccount[] }) => onAccounts(answer.accounts) };
    if (method === 'count') create.mutate({ body: { count: Number(count) } }, then);
    else importList.mutate({ body: { list } }, then);
  };
  const byNumber = (
    <Field
      label="How many"
      hint="They are named Judge 1, Judge 2 and so on. Numbering continues; numbers are never reused."
    >
      <Input
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={limits.judging.maxAtOnce}
        value={count}
        onValueChange={setCount}
      />
    </Field>
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      action={method === 'count' ? create : importList}
      confirmLabel="Add judges"
      title="Add judges"
      description="Each judge gets a password. It is shown once, on a sheet to print."
    >
      <Tabs
        label="How"
        value={method}
        onChange={(next) => {
          setMethod(next);
          create.reset();
          importList.reset();
        }}
        tabs={[
          { value: 'count', label: 'By number', content: byNumber },
          {
            value: 'list',
            label: 'From a list',
            content: (
              <div className="grid gap-4">
                <Field
                  label="Names"
                  hint="One per line, or a CSV with the columns name, email, username, track (its name, key or rubric), prize (its name or key)."
                >
                  <Textarea required spellCheck={false} value={list} onValueChange={setList} />
                </Field>
                <Field label="Or choose a file">
                  <FileInput
                    accept=".csv,.txt,text/csv,text/plain"
                    onChange={({ target }) => void target.files?.[0]?.text().then(setList)}
                  />
                </Field>
              </div>
            ),
          },
        ]}
      />
    </FormDialog>
  );
}
