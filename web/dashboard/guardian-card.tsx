import { type FormEvent, useState } from 'react';
import type { GuardianState } from '../../contract/apply/guardians.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { formatDateTime } from '../../contract/platform/format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { useSendMyGuardianEmail } from './dashboard.api.ts';

interface GuardianCardProps {
  user: User;
  event: EventView;
  guardian: GuardianState;
  /** Nobody is asked any more: the application was rejected. */
  ended: boolean;
}

/** What the applicant's parent or guardian has answered, and the form that asks again or corrects the address. */
export function GuardianCard({ user, event, guardian, ended }: GuardianCardProps) {
  const [email, setEmail] = useState(guardian.email ?? '');
  const ask = useSendMyGuardianEmail(user);
  const submit = (form: FormEvent) => {
    form.preventDefault();
    ask.mutate(email.trim());
  };
  if (guardian.confirmedAt)
    return (
      <Card title="Parent or guardian">
        <p role="status">{`Your parent or guardian said yes on ${formatDateTime(guardian.confirmedAt, event)}.`}</p>
      </Card>
    );
  if (guardian.declinedAt)
    return (
      <Card title="Parent or guardian">
        <p role="status">{`Your parent or guardian said no on ${formatDateTime(guardian.declinedAt, event)}, so you cannot take part. They changed their mind? Write to the organizers: only they can ask again.`}</p>
      </Card>
    );
  return (
    <Card title="Parent or guardian">
      <p role="status" className="wrap-anywhere">
        {`We asked ${guardian.email} on ${formatDateTime(guardian.sentAt, event)} whether you may take part. Please remind them: the email has a link.`}
      </p>
      {!ended && (
        <form noValidate className="mt-5 grid justify-items-start gap-4" onSubmit={submit}>
          <Field
            label="Email address"
            hint="Is it wrong? Correct it. With the new email the link in the one before ends."
            error={ask.errorText}
            className="w-full"
          >
            <Input
              type="email"
              inputMode="email"
              autoComplete="off"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          </Field>
          <Button type="submit" variant="secondary" busy={ask.isPending}>
            Send the email again
          </Button>
        </form>
      )}
    </Card>
  );
}
