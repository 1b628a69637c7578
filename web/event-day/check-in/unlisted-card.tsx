import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { formatWhen } from '../../../contract/platform/format-when.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Form, Input } from '../../ui/field.tsx';

interface UnlistedCardProps {
  /** When this device's list was fetched. */
  asOf: number;
  isConfirming: boolean;
  onLetIn: (name: string) => void;
  onRefuse: () => void;
}

/** What to do without a network with somebody who is not on this device's list. */
export default function UnlistedCard({ asOf, isConfirming, onLetIn, onRefuse }: UnlistedCardProps) {
  const event = useEvent();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(name.trim() === '');
    if (name.trim() !== '' && !isConfirming) onLetIn(name.trim());
  };
  return (
    <Form onSubmit={submit} className="grid gap-4" noValidate>
      <p role="alert" className="font-display text-xl font-bold tracking-tight text-danger">
        Not on this list (as of {formatWhen(asOf, event)})
      </p>
      <p>Ask for their name and look at an ID.</p>
      <Field label="Name" required error={isMissing ? 'Please enter their name.' : undefined}>
        <Input value={name} maxLength={limits.text.name} onValueChange={setName} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="flex-1" busy={isConfirming}>
          Let in, to be checked
        </Button>
        <Button variant="secondary" className="flex-1" disabled={isConfirming} onClick={onRefuse}>
          Send to the help desk
        </Button>
      </div>
    </Form>
  );
}
