import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { FormEndProps } from '../../ui/form-end.tsx';

interface ReasonDialogProps {
  title: string;
  /** The consequence, in a sentence or two. */
  description: string;
  confirmLabel: string;
  /** What is asked for instead of a reason. */
  ask?: { label: string; hint: string; missing: string };
  action: NonNullable<FormEndProps['action']> & {
    mutate: (reason: string, options: { onSuccess: () => void }) => void;
  };
  onClose: () => void;
}

const askReason = {
  label: 'Reason',
  hint: 'It is recorded with your name.',
  missing: 'Please enter a reason.',
};

/** Asks for the reason of an action, or for one line of something else, and stays open until it has succeeded. */
export default function ReasonDialog(props: ReasonDialogProps) {
  const { ask = askReason, action, ...dialog } = props;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = () => {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') action.mutate(reason.trim(), { onSuccess: dialog.onClose });
  };
  return (
    <FormDialog {...dialog} action={action} onSubmit={submit} noValidate>
      <Field label={ask.label} hint={ask.hint} required error={missing ? ask.missing : undefined}>
        <Input value={reason} maxLength={limits.text.reason} onValueChange={setReason} />
      </Field>
    </FormDialog>
  );
}
