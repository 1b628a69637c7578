import type { ComponentProps } from 'react';
import { Checkbox } from './field.tsx';

interface CheckboxesProps
  extends Omit<ComponentProps<typeof Checkbox>, 'label' | 'checked' | 'onChange' | 'onCheckedChange'> {
  options: readonly { value: string; label: string; hint?: string | undefined }[];
  chosen: readonly string[];
  /** Gets what is chosen, in the order of choosing. */
  onChange: (chosen: string[]) => void;
}

/** A checkbox for each option; several can be ticked. All other properties go to each of them. */
export function Checkboxes({ options, chosen, onChange, ...box }: CheckboxesProps) {
  return options.map(({ value, label, hint }) => (
    <Checkbox
      key={value}
      label={
        <>
          {label}
          {hint && <span className="block text-sm text-muted">{hint}</span>}
        </>
      }
      checked={chosen.includes(value)}
      onCheckedChange={(checked) =>
        onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))
      }
      {...box}
    />
  ));
}
