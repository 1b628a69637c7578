import { type FormEvent, useState } from 'react';
import type { JudgeAccount } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { Input } from '../ui/input.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { useCreateJudges, useImportJudges } from './judging-admin.api.ts';

interface AddJudgesProps {
  open: boolean;
  onClose: () => void;
  onAccounts: (accounts: JudgeAccount[]) => void;
}

/** Creates judges' accounts: a number of them, or those of a list. */
export function AddJudges({ open, onClose, onAccounts }: AddJudgesProps) {
  const [method, setMethod] = useState('count');
  const [count, setCount] = useState('20');
  const [list, setList] = useState('');
  const create = useCreateJudges();
  const importList = useImportJudges();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const then = { onSuccess: (answer: { accounts: JudgeAccount[] }) => onAccounts(answer.accounts) };
    if (method === 'count') create.mutate(Number(count), then);
    else importList.mutate(list, then);
  };
  const byNumber = (
    <Field
      label="How many"
      hint="They are named Judge 1, Judge 2 and so on. Numbering continues; numbers are never reused."
      error={create.errorText}
    >
      <Input
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={limits.judging.maxAtOnce}
        value={count}
        onChange={({ target }) => setCount(target.value)}
      />
    </Field>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add judges"
      description="Each judge gets a password. It is shown once, on a sheet to print."
    >
      <form onSubmit={submit} className="grid gap-5">
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
              content: <ListFields list={list} onList={setList} error={importList.errorText} />,
            },
          ]}
        />
        <Button type="submit" className="justify-self-end" busy={create.isPending || importList.isPending}>
          Add judges
        </Button>
      </form>
    </Dialog>
  );
}

type ListFieldsProps = { list: string; onList: (list: string) => void; error: string | undefined };

function ListFields({ list, onList, error }: ListFieldsProps) {
  return (
    <div className="grid gap-4">
      <Field
        label="Names"
        hint="One per line, or a CSV with the columns name, username, track."
        error={error}
      >
        <Textarea required spellCheck={false} value={list} onChange={({ target }) => onList(target.value)} />
      </Field>
      <Field label="Or choose a file">
        <FileInput
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ target }) => void target.files?.[0]?.text().then(onList)}
        />
      </Field>
    </div>
  );
}
