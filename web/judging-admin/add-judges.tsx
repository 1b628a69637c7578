import { type ChangeEvent, type FormEvent, useId, useState } from 'react';
import type { JudgeAccount } from '../../contract/judging-admin.ts';
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
  const form = useId();
  const create = useCreateJudges({ onAccounts });
  const importList = useImportJudges({ onAccounts });
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) setList(await file.text());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (method === 'count') create.mutate(Number(count));
    else importList.mutate(list);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add judges"
      description="Each judge gets a password. It is shown once, on a sheet to print."
      footer={
        <Button type="submit" form={form} busy={create.isPending || importList.isPending}>
          Add judges
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <Tabs
          label="How"
          value={method}
          onChange={(next) => {
            setMethod(next);
            create.reset();
            importList.reset();
          }}
          tabs={[
            {
              value: 'count',
              label: 'By number',
              content: (
                <Field
                  label="How many"
                  hint="They are named Judge 1, Judge 2 and so on. Numbers go on after the last and are never given again."
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
              ),
            },
            {
              value: 'list',
              label: 'From a list',
              content: (
                <div className="grid gap-4">
                  <Field
                    label="Names"
                    hint="One per line, or a CSV with the columns name, username, track."
                    error={importList.errorText}
                  >
                    <Textarea
                      required
                      spellCheck={false}
                      value={list}
                      onChange={({ target }) => setList(target.value)}
                    />
                  </Field>
                  <Field label="Or choose a file">
                    <FileInput
                      accept=".csv,.txt,text/csv,text/plain"
                      onChange={(change) => void read(change)}
                    />
                  </Field>
                </div>
              ),
            },
          ]}
        />
      </form>
    </Dialog>
  );
}
