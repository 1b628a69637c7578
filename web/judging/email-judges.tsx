import { type FormEvent, useState } from 'react';
import type { JudgeProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { createIdempotencyKey } from '../lib/new-key.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { listReachable, PeopleBoxes } from '../ui/people-boxes.tsx';
import { useEmailJudges } from './judging-admin.api.ts';

/** Writes an email to the judges who are chosen. */
export default function EmailJudges({
  judges,
  onClose,
}: {
  judges: readonly JudgeProgress[];
  onClose: () => void;
}) {
  const people = judges.map(({ username: id, name, email }) => ({ id, name, email }));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => listReachable(people));
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const send = useEmailJudges();
  const [key] = useState(createIdempotencyKey);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { usernames: [...chosen], subject, text };
    send.mutate({ body, idempotencyKey: key }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Email judges"
      description="Addresses come with a list of judges, or from Edit."
    >
      <form onSubmit={submit} className="grid gap-5">
        <PeopleBoxes people={people} chosen={chosen} onChange={setChosen} />
        <Field label="Subject">
          <Input
            required
            maxLength={limits.announcement.subject}
            value={subject}
            onChange={({ target }) => setSubject(target.value)}
          />
        </Field>
        <Field label="Text" error={send.errorText}>
          <Textarea
            required
            limit={limits.announcement.text}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Button type="submit" className="justify-self-end" busy={send.isPending} disabled={chosen.size === 0}>
          Send email
        </Button>
      </form>
    </Dialog>
  );
}
