import { type FormEvent, useState } from 'react';
import type { JudgeProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { useRenameJudge } from './judging-admin.api.ts';

/** Changes the name of a judge. Username and password stay. */
export function RenameJudge({ judge, onClose }: { judge: JudgeProgress; onClose: () => void }) {
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
