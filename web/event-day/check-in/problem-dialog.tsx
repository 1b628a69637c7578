import { useState } from 'react';
import { type DoorProblem, doorProblems } from '../../../contract/event-day/check-in-overview.ts';
import { limits } from '../../../contract/limits.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RadioChips } from '../../ui/radio-chips.tsx';
import { toast } from '../../ui/toast.tsx';
import { reportProblem } from './station-sender.ts';

const options = Object.entries(doorProblems).map(([value, label]) => ({ value, label }));

interface ProblemDialogProps {
  checkpoint: string;
  /** Whom the station shows now. */
  person: { userId: string; name: string } | undefined;
  onClose: () => void;
}

/** Asks what the problem is, and puts the person into the organizers' list, now or when there is a network. */
export default function ProblemDialog({ checkpoint, person, onClose }: ProblemDialogProps) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = !person && note.trim() === '';
  const submit = () => {
    setTried(true);
    if (reason === '' || isMissing) return;
    const sent = { checkpoint, userId: person?.userId, note: note.trim() || undefined };
    reportProblem({ ...sent, reason: reason as DoorProblem });
    const sentWhen = navigator.onLine
      ? 'Sent to the organizers.'
      : 'Saved on this device, and sent when the network is back.';
    toast.success(`${sentWhen} Ask the person to wait at the help desk.`);
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      noValidate
      title="Problem"
      confirmLabel="Send to the organizers"
      description={person ? `With ${person.name}. Organizers see it on Home.` : 'Organizers see it on Home.'}
    >
      <RadioChips
        legend="What is the problem?"
        options={options}
        value={reason}
        onValueChange={setReason}
        error={isTried && reason === '' ? 'Please choose one.' : undefined}
      />
      <Field
        label={person ? 'In a few words' : 'Their name, in a few words'}
        required={!person}
        error={isTried && isMissing ? 'Please enter their name.' : undefined}
      >
        <Input value={note} maxLength={limits.text.reason} onValueChange={setNote} />
      </Field>
    </FormDialog>
  );
}
