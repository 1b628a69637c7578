import { type FormEvent, useRef, useState } from 'react';
import { texts } from '../../../contract/texts.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Results } from './results.tsx';
import {
  clearUnlockedHint,
  getUnlockedHint,
  storeUnlockedHint,
  useUnlockScoreReview,
} from './score-review.api.ts';

export function Component() {
  useTitle('Score review');
  const [open, setOpen] = useState(getUnlockedHint);
  const unlocked = () => {
    storeUnlockedHint();
    setOpen(true);
  };
  const locked = () => {
    clearUnlockedHint();
    setOpen(false);
  };
  return open ? <Results onLocked={locked} /> : <UnlockForm onUnlocked={unlocked} />;
}

function UnlockForm({ onUnlocked }: { onUnlocked: () => void }) {
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const unlock = useUnlockScoreReview();
  const submit = (form: FormEvent) => {
    form.preventDefault();
    unlock.mutate(password, {
      onSuccess: onUnlocked,
      onError: () => {
        field.current?.focus();
        field.current?.select();
      },
    });
  };
  return (
    <div className="mx-auto grid max-w-md py-10 sm:py-20">
      <Card className="grid gap-5">
        <h1 tabIndex={-1} className="text-2xl">
          {texts.admin.title}
        </h1>
        <form onSubmit={submit} className="grid gap-5">
          <Field label="Admin password" hint="It opens the results of the judging.">
            <Input
              ref={field}
              type="password"
              required
              autoComplete="current-password"
              aria-invalid={unlock.isError || undefined}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </Field>
          <Button type="submit" busy={unlock.isPending}>
            {unlock.isPending ? 'Verifying...' : 'Access Dashboard'}
          </Button>
        </form>
      </Card>
    </div>
  );
}
