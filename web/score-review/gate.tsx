import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { unlockScoreReview } from '../../contract/judging.ts';
import { texts } from '../../contract/texts.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { notify } from '../ui/notify.tsx';

/** Asks for the shared password. */
export function Gate({ onUnlocked }: { onUnlocked: () => void }) {
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const unlock = useMutation({
    mutationFn: () => call(unlockScoreReview, { body: { password } }),
    onSuccess: () => {
      void notify.success(texts.judging.granted);
      onUnlocked();
    },
    onError: (error) => {
      void notify.error(getErrorMessage(error, texts.judging.denied));
      field.current?.focus();
      field.current?.select();
    },
  });
  const submit = (form: FormEvent) => {
    form.preventDefault();
    unlock.mutate();
  };
  return (
    <div className="mx-auto grid max-w-md py-10 sm:py-20">
      <Card className="grid gap-5">
        <h1 tabIndex={-1} className="text-2xl">
          {texts.admin.title}
        </h1>
        <form onSubmit={submit} className="grid gap-5">
          <Field label="Admin password" hint="The results of the judging are behind it.">
            {(control) => (
              <Input
                {...control}
                ref={field}
                type="password"
                required
                autoComplete="current-password"
                aria-invalid={unlock.isError || undefined}
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={unlock.isPending}>
            {unlock.isPending ? 'Verifying...' : 'Access Dashboard'}
          </Button>
        </form>
      </Card>
    </div>
  );
}
