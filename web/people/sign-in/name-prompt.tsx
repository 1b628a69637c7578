import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasAccess } from '../../../contract/platform/roles.ts';
import { accountQuery } from '../../lib/application.api.ts';
import { useSession } from '../../lib/session.api.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Form, focusField, NameInput } from '../../ui/field.tsx';
import { findFieldProblem, useUpdateMyName } from './sign-in.api.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const missingText = 'Please enter your name.';

/** Asks people without a name for it, before any other page. */
export default function NamePrompt() {
  useTitle('Your name');
  const { user } = useSession();
  // At the entrance they have typed it already.
  const { data: account } = useQuery({ ...accountQuery(user ?? { _id: '' }), enabled: user !== null });
  const [typed, setName] = useState<string>();
  const name = typed ?? account?.walkIn?.name ?? '';
  const [missing, setMissing] = useState(false);
  const updateMyName = useUpdateMyName();
  const isStaff = hasAccess(user?.role, 'staff');
  const submit = () => {
    setMissing(name.trim() === '');
    if (name.trim() !== '') updateMyName.mutate(name);
  };
  const refused = findFieldProblem(
    updateMyName.error,
    'name',
    'Your name could not be saved. Please try again.',
  );
  const error = missing || refused === 'is missing' ? missingText : refused;
  return (
    <SignInFrame>
      <div className="grid gap-3">
        <h1 className="text-3xl">What is your name?</h1>
        <p className="text-muted">
          {isStaff
            ? 'Shown to your team next to your ratings and notes.'
            : 'Shown to your team and at check-in.'}
        </p>
      </div>
      <Form noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Full name" error={error}>
          <NameInput ref={focusField} value={name} onValueChange={setName} />
        </Field>
        <Button type="submit" busy={updateMyName.isPending}>
          Continue
        </Button>
      </Form>
    </SignInFrame>
  );
}
