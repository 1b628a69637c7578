import { type FormEvent, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormEnd, type FormEndProps } from '../../ui/form-end.tsx';

interface ReasonDialogProps {
  title: string;
  /** What will happen, in a sentence or two. */
  description: string;
  confirmLabel: string;
  /** What is asked for instead of a reason. */
  ask?: { label: string; hint: string; missing: string };
  action: FormEndProps['action'] & { mutate: (reason: string, options: { onSuccess: () => void }) => void };
  onClose: () => void;
}

const askReason = {
  label: 'Reason',
  hint: 'It is recorded with your name.',
  missing: 'Please enter a reason.',
};

/** Asks for the reason of an action, or for one line of something else, and stays open until it has succeeded. */
export default function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirmLabel, ask = askReason, action, onClose } = props;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '' && !action.isPending) action.mutate(reason.trim(), { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <form onSubmit={submit} className="grid gap-5" noValidate>
        <Field label={ask.label} hint={ask.hint} required error={missing ? ask.missing : undefined}>
          <Input
            value={reason}
            maxLength={limits.text.reason}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <FormEnd action={action} confirmLabel={confirmLabel} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
