import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import { texts } from '../../../contract/texts.ts';
import { useSession } from '../../lib/session.api.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Form, focusField, Input } from '../../ui/field.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { Results } from './results.tsx';
import {
  reviewPasswordQuery,
  unlockedHint,
  useOpenScoreReview,
  useUnlockScoreReview,
  useUpdateReviewPassword,
} from './score-review.api.ts';

export function Component() {
  useTitle('Score review');
  const [open, setOpen] = useState(() => unlockedHint.get() !== null);
  const unlocked = () => {
    unlockedHint.set('true');
    setOpen(true);
  };
  const locked = () => {
    unlockedHint.clear();
    setOpen(false);
  };
  return open ? <Results onLocked={locked} /> : <UnlockForm onUnlocked={unlocked} />;
}

function UnlockForm({ onUnlocked }: { onUnlocked: () => void }) {
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const unlock = useUnlockScoreReview();
  const isLead = hasAccess(useSession().user?.role, 'judging-lead');
  const submit = () => {
    unlock.mutate(
      { body: { password } },
      {
        onSuccess: onUnlocked,
        onError: () => {
          field.current?.focus();
          field.current?.select();
        },
      },
    );
  };
  return (
    <div className="mx-auto grid max-w-md py-10 sm:py-20">
      <Card className="grid gap-5">
        <h1 tabIndex={-1} className="text-2xl">
          {texts.admin.title}
        </h1>
        <Form onSubmit={submit} className="grid gap-5">
          <Field label="Admin password" hint="It opens the results of the judging.">
            <Input
              ref={field}
              type="password"
              required
              autoComplete="current-password"
              aria-invalid={unlock.isError || undefined}
              value={password}
              onValueChange={setPassword}
            />
          </Field>
          <Button type="submit" busy={unlock.isPending}>
            {unlock.isPending ? 'Verifying...' : 'Access Dashboard'}
          </Button>
        </Form>
        {isLead && <WithoutPassword onUnlocked={onUnlocked} />}
      </Card>
    </div>
  );
}

const sources = {
  environment: 'The password is SCORE_REVIEW_PASSWORD, as set on the server. It overrides one set here.',
  stored: 'The password was set by an owner, here or on the server.',
  none: 'No password is set yet, so nobody can use one.',
};

/** For the people who run the judging: where the password comes from, and what they can do without it. */
function WithoutPassword({ onUnlocked }: { onUnlocked: () => void }) {
  const { data } = useQuery(reviewPasswordQuery);
  const open = useOpenScoreReview();
  const update = useUpdateReviewPassword();
  const [isSetting, setSetting] = useState(false);
  const [password, setPassword] = useState('');
  if (!data) return null;
  const submit = () => update.mutate({ body: { password } }, { onSuccess: () => setSetting(false) });
  return (
    <div className="grid gap-4 border-t border-hairline pt-4">
      {data.can.open && (
        <Button
          variant="secondary"
          busy={open.isPending}
          onClick={() => open.mutate(undefined, { onSuccess: onUnlocked })}
        >
          Open without the password
        </Button>
      )}
      <p className="text-sm text-muted">
        {sources[data.source]}
        {data.can.open && ' Opening the results without it is logged.'}
      </p>
      {data.can.set && !isSetting && (
        <Button variant="ghost" onClick={() => setSetting(true)}>
          Set the password
        </Button>
      )}
      {isSetting && (
        <Form onSubmit={submit} className="grid gap-4">
          <Field
            label="New password"
            hint="At least 8 characters. Share it with everyone who may see the results."
          >
            <Input
              ref={focusField}
              required
              minLength={8}
              maxLength={limits.judging.password}
              value={password}
              onValueChange={setPassword}
            />
          </Field>
          <FormEnd action={update} confirmLabel="Set the password" onCancel={() => setSetting(false)} />
        </Form>
      )}
    </div>
  );
}
