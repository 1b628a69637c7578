import ChevronDown from 'lucide:chevron-down';
import type { ComponentProps } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { useFieldControl } from './field-control.ts';
import { controlClasses } from './input.tsx';

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
}

export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <div className="relative">
      <select
        className={joinClasses(controlClasses, 'min-h-11 appearance-none pr-10', className)}
        {...useFieldControl()}
        {...rest}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted" />
    </div>
  );
}
