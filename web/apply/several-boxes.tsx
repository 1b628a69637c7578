import type { ReactNode } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { FieldError } from '../ui/field.tsx';

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
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={described || undefined}
      className="grid gap-1 outline-none"
    >
      <legend className="font-semibold">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
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
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  );
}
