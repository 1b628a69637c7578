import { type FormEvent, useState } from 'react';
import { dietaryChoices, fieldLabels } from '../../../contract/apply/applications.ts';
import type { WalkInFields } from '../../../contract/event-day/walk-ins.ts';
import { limits } from '../../../contract/limits.ts';
import { tShirtOptions } from '../../lib/detail-options.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';

interface WalkInFormProps {
  onAdmit: (person: WalkInFields) => void;
  onCancel: () => void;
}

/** The form of a walk-in, filled in by the organizer: for phones without a network. */
export function WalkInForm({ onAdmit, onCancel }: WalkInFormProps) {
  const tracks = useEvent()?.tracks.filter(({ requiresPitchDeck }) => !requiresPitchDeck) ?? [];
  const [diet, setDiet] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { dietaryDetail, ...fields } = Object.fromEntries(new FormData(event.currentTarget));
    const sent = fields as unknown as WalkInFields;
    onAdmit({ ...sent, ...(diet === 'other' && { dietaryRestrictions: `other: ${String(dietaryDetail)}` }) });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Field label="Full name">
        <Input name="name" required maxLength={limits.text.name} autoComplete="off" />
      </Field>
      <Field label="Email">
        <Input name="email" type="email" required maxLength={limits.text.email} autoComplete="off" />
      </Field>
      {tracks.length > 1 && (
        <Field label={fieldLabels.track}>
          <Select name="track" options={tracks.map(({ id, title }) => ({ value: id, label: title }))} />
        </Field>
      )}
      <Field label={fieldLabels.tShirtSize}>
        <Select name="tShirtSize" required defaultValue="" placeholder="Choose…" options={tShirtOptions} />
      </Field>
      <Field label={fieldLabels.dietaryRestrictions}>
        <Select
          name="dietaryRestrictions"
          required
          value={diet}
          placeholder="Choose…"
          options={dietaryChoices.map((value) => ({ value, label: value }))}
          onChange={({ target }) => setDiet(target.value)}
        />
      </Field>
      {diet === 'other' && (
        <Field label="Which?">
          <Input name="dietaryDetail" required maxLength={limits.text.dietaryDetail} />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="flex-1">
          Admit
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
