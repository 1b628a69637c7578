import type { ReactNode } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { describeControl, FieldError, FieldHint } from '../ui/field.tsx';

interface SeveralBoxesProps {
  id: string;
  legend: ReactNode;
  hint?: string | undefined;
  error: string | undefined;
  options: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A box for each choice of which several can be ticked. */
export function SeveralBoxes({ id, legend, hint, error, options, chosen, onChange }: SeveralBoxesProps) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={describeControl(id, hint, error)}
      className="grid gap-1 outline-none"
    >
      <legend className="font-semibold">{legend}</legend>
      <FieldHint id={id} text={hint} />
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={chosen.includes(option)}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) =>
              onChange(options.filter((each) => (each === option ? target.checked : chosen.includes(each))))
            }
          />
        ))}
      </div>
      <FieldError id={id} message={error} />
    </fieldset>
  );
}
