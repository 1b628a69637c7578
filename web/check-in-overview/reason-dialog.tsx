import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

/** Something that is done with a reason, which stays in the records. */
export interface ReasonedAction {
  title: string;
  /** What will happen, in a sentence or two. */
  description: string;
  confirmLabel: string;
  /** What to say when it fails without a word from the server. */
  failed: string;
  act: (reason: string) => Promise<void>;
}

/** Asks why before something is done, and stays until it is. */
export default function ReasonDialog({ deed, onClose }: { deed: ReasonedAction; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={deed.title} description={deed.description}>
      <Form deed={deed} onDone={onClose} />
    </Dialog>
  );
}

function Form({ deed, onDone }: { deed: ReasonedAction; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const work = useMutation({ mutationFn: () => deed.act(reason.trim()), onSuccess: onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '' && !work.isPending) work.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-5" noValidate>
      <Field
        label="Reason"
        hint="It stays in the records, with your name."
        required
        error={missing ? 'Please say why.' : undefined}
      >
        {(control) => (
          <Input
            value={reason}
            maxLength={limits.text.reason}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
            {...control}
          />
        )}
      </Field>
      {work.isError && <ErrorBox message={getErrorMessage(work.error, deed.failed)} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={work.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={work.isPending}>
          {deed.confirmLabel}
        </Button>
      </div>
    </form>
  );
}
