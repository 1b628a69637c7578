import { useState } from 'react';
import type { JudgeProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { createIdempotencyKey } from '../lib/new-key.ts';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { listReachable, PeopleBoxes } from '../ui/people-boxes.tsx';
import { useEmailJudges } from './judging-admin.api.ts';

interface EmailJudgesProps {
  judges: readonly JudgeProgress[];
  onClose: () => void;
}

/** Writes an email to the judges who are chosen. */
export default function EmailJudges({ judges, onClose }: EmailJudgesProps) {
  const people = judges.map(({ username: id, name, email }) => ({ id, name, email }));
  const [chosen, setChosen] = useState(() => listReachable(people));
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const send = useEmailJudges();
  const [key] = useState(createIdempotencyKey);
  const submit = () => {
    const body = { usernames: chosen, subject, text };
    send.mutate({ body, idempotencyKey: key }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      action={send}
      confirmLabel="Send email"
      disabled={chosen.length === 0}
      title="Email judges"
      description="Addresses come with a list of judges, or from Edit."
    >
      <PeopleBoxes people={people} chosen={chosen} onChange={setChosen} />
      <Field label="Subject">
        <Input required maxLength={limits.announcement.subject} value={subject} onValueChange={setSubject} />
      </Field>
      <Field label="Text">
        <Textarea required limit={limits.announcement.text} value={text} onValueChange={setText} />
      </Field>
    </FormDialog>
  );
}
