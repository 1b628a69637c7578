import { type ReactNode, useState } from 'react';
import { findMomentProblem, formatZonedTime, parseZonedTime } from '../../contract/platform/zoned-time.ts';
import { useEvent } from '../lib/event.api.ts';
import { Field, Input } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FormEndProps } from './form-end.tsx';

interface MomentDialogProps {
  title: string;
  description: string;
  label: string;
  confirmLabel: string;
  /** The time that is there at first, in ISO 8601. */
  initial: string;
  action: FormEndProps['action'];
  /** Gets the time that was chosen, in ISO 8601. */
  onConfirm: (moment: string) => void;
  onClose: () => void;
  /** More fields of the form, before the time. */
  children?: ReactNode;
}

/** Asks for a time by the clock of the event, and stays open until its action has succeeded. */
export default function MomentDialog(props: MomentDialogProps) {
  const { label, initial, onConfirm, children, ...dialog } = props;
  const { timezone = 'UTC', name = 'the event' } = useEvent() ?? {};
  const [value, setValue] = useState(() => formatZonedTime(initial, timezone));
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    const [date = '', clock = ''] = value.split('T');
    const moment = parseZonedTime(date, clock, timezone).toISOString();
    const found = findMomentProblem(moment, Date.now());
    setProblem(found && `This time ${found}. Choose another.`);
    if (!found) onConfirm(moment);
  };
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      {children}
      <Field label={label} hint={`By the clock of ${name} (${timezone}).`} error={problem} required>
        <Input type="datetime-local" required value={value} onValueChange={setValue} />
      </Field>
    </FormDialog>
  );
}
