import { type FormEvent, useState } from 'react';
import type { GuardianState } from '../../../contract/apply/guardians.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { DetailSection } from './detail-section.tsx';
import { useSendGuardianEmail } from './guardians.api.ts';

interface GuardianSectionProps {
  id: string;
  guardian: GuardianState;
  event: EventView | undefined;
}

/** Whose yes is asked for, whether it is there, and the button that asks again. */
export function GuardianSection({ id, guardian, event }: GuardianSectionProps) {
  const [email, setEmail] = useState(guardian.email ?? '');
  const ask = useSendGuardianEmail(id);
  const onSubmit = (submit: FormEvent) => {
    submit.preventDefault();
    ask.mutate(email);
  };
  return (
    <DetailSection title="Parent or guardian">
      <p className="wrap-anywhere">
        {guardian.confirmedAt
          ? `${guardian.email ?? 'They'} said yes ${formatDateTime(guardian.confirmedAt, event)}.`
          : `No answer yet. Last asked ${formatDateTime(guardian.sentAt, event)}.`}
      </p>
      {!guardian.confirmedAt && guardian.email !== null && (
        <form className="mt-3 flex flex-wrap items-end gap-3" onSubmit={onSubmit}>
          <Field label="Email address" className="grow" error={ask.errorText}>
            <Input type="email" value={email} onChange={({ target }) => setEmail(target.value)} />
          </Field>
          <Button type="submit" variant="secondary" busy={ask.isPending}>
            Ask again
          </Button>
        </form>
      )}
    </DetailSection>
  );
}
