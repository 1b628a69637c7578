import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useId, useState } from 'react';
import { createJudges, importJudges, type JudgeAccount } from '../../contract/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Textarea } from '../ui/textarea.tsx';

interface AddJudgesProps {
  open: boolean;
  onClose: () => void;
  onAccounts: (accounts: JudgeAccount[]) => void;
}

/** Makes accounts: so many, or those of a list. */
export function AddJudges({ open, onClose, onAccounts }: AddJudgesProps) {
  const [way, setWay] = useState('count');
  const [count, setCount] = useState('20');
  const [list, setList] = useState('');
  const form = useId();
  const create = useMutation({
    mutationFn: () =>
      way === 'count'
        ? call(createJudges, { body: { count: Number(count) } })
        : call(importJudges, { body: { list } }),
    onSuccess: ({ accounts }) => onAccounts(accounts),
  });
  const error = create.error ? getErrorMessage(create.error, 'The judges could not be made.') : undefined;
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) setList(await file.text());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add judges"
      description="Everybody gets a password of their own. It is shown once, on a sheet to print."
      footer={
        <Button type="submit" form={form} busy={create.isPending}>
          Add judges
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <Tabs
          label="How"
          value={way}
          onChange={(next) => {
            setWay(next);
            create.reset();
          }}
          tabs={[
            {
              value: 'count',
              label: 'So many',
              content: (
                <Field label="How many" hint="They are called Judge 1, Judge 2 and so on." error={error}>
                  {(control) => (
                    <Input
                      {...control}
                      type="number"
                      inputMode="numeric"
                      required
                      min={1}
                      max={limits.judging.maxAtOnce}
                      value={count}
                      onChange={({ target }) => setCount(target.value)}
                    />
                  )}
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
                    hint="One a line, or a CSV with the columns name, username, track."
                    error={error}
                  >
                    {(control) => (
                      <Textarea
                        {...control}
                        required
                        spellCheck={false}
                        value={list}
                        onChange={({ target }) => setList(target.value)}
                      />
                    )}
                  </Field>
                  <Field label="Or open a file">
                    {(control) => (
                      <input
                        {...control}
                        type="file"
                        accept=".csv,.txt,text/csv,text/plain"
                        className="text-sm file:mr-3 file:min-h-11 file:rounded-md file:border-2 file:border-border file:bg-surface file:px-4 file:font-semibold file:text-text"
                        onChange={(change) => void read(change)}
                      />
                    )}
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
