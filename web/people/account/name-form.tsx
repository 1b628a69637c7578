import { type FormEvent, useState } from 'react';
import type { User } from '../../../contract/people/users.ts';
import { ApiError } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { NameInput } from '../../ui/input.tsx';
import { useUpdateName } from './account.api.ts';

export function NameForm({ user, isApproved }: { user: User; isApproved: boolean }) {
  const [name, setName] = useState(user.name);
  const [isMissing, setMissing] = useState(false);
  const update = useUpdateName();
  const submit = (form: FormEvent) => {
    form.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() !== '') update.mutate(name, { onSuccess: (answer) => setName(answer.user.name) });
  };
  const refused = update.error instanceof ApiError ? update.error.fields.name : undefined;
  const error = isMissing ? 'Please enter your name.' : refused ? `The name ${refused}.` : update.errorText;
  return (
    <Card title="Name">
      <form noValidate onSubmit={submit} className="grid justify-items-start gap-4">
        <Field
          label="Full name"
          className="w-full"
          hint={isApproved ? 'Check-in also sees the name that was approved.' : undefined}
          error={error}
        >
          <NameInput value={name} onChange={setName} />
        </Field>
        <Button type="submit" busy={update.isPending}>
          Save name
        </Button>
      </form>
    </Card>
  );
}
