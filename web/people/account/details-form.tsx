import { type FormEvent, useState } from 'react';
import { findDetailProblems } from '../../../contract/apply/application-form.ts';
import { fieldLabels } from '../../../contract/apply/applications.ts';
import type { MyAccount } from '../../../contract/people/my-account.ts';
import type { User } from '../../../contract/people/users.ts';
import { cleanLine } from '../../../contract/platform/text-rules.ts';
import { dietaryOptions, tShirtOptions } from '../../lib/detail-options.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RadioChips } from '../../ui/radio-chips.tsx';
import { useUpdateDetails } from './account.api.ts';

type Details = Pick<NonNullable<MyAccount['application']>, 'tShirtSize' | 'dietaryRestrictions'>;

const other = 'other: ';

interface DetailsFormProps {
  user: User;
  details: Details;
  canChange: boolean;
}

/** T-shirt size and diet, which change until check-in. */
export function DetailsForm({ user, details, canChange }: DetailsFormProps) {
  const isOther = details.dietaryRestrictions.startsWith(other);
  const [tShirtSize, setSize] = useState<string>(details.tShirtSize);
  const [diet, setDiet] = useState(isOther ? 'other' : details.dietaryRestrictions);
  const [detail, setDetail] = useState(isOther ? details.dietaryRestrictions.slice(other.length) : '');
  const [problem, setProblem] = useState<string>();
  const update = useUpdateDetails(user);
  if (!canChange)
    return (
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact label={fieldLabels.tShirtSize} text={details.tShirtSize} />
        <Fact label={fieldLabels.dietaryRestrictions} text={details.dietaryRestrictions} />
      </dl>
    );
  const submit = (form: FormEvent) => {
    form.preventDefault();
    const dietaryRestrictions = diet === 'other' ? other + cleanLine(detail) : diet;
    const [found] = findDetailProblems({ tShirtSize, dietaryRestrictions });
    setProblem(found?.message);
    if (found) document.getElementById('dietary-detail')?.focus();
    else update.mutate({ tShirtSize, dietaryRestrictions });
  };
  return (
    <form noValidate onSubmit={submit} className="grid justify-items-start gap-5">
      <RadioChips
        legend={fieldLabels.tShirtSize}
        options={tShirtOptions}
        value={tShirtSize}
        onChange={({ target }) => setSize(target.value)}
      />
      <RadioChips
        legend={fieldLabels.dietaryRestrictions}
        options={dietaryOptions}
        value={diet}
        onChange={({ target }) => setDiet(target.value)}
      />
      {diet === 'other' && (
        <Field
          id="dietary-detail"
          label="What should the kitchen know?"
          className="w-full"
          error={problem}
          required
        >
          <Input value={detail} autoComplete="off" onChange={({ target }) => setDetail(target.value)} />
        </Field>
      )}
      {update.errorText && <ErrorBox message={update.errorText} />}
      <Button type="submit" busy={update.isPending}>
        Save details
      </Button>
    </form>
  );
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{text}</dd>
    </div>
  );
}
