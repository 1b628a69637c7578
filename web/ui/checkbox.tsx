import Check from 'lucide:check';
import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '../lib/classes.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  /** The label is there for screen readers only, as in a table whose rows say what they are. */
  hideLabel?: boolean;
}

export function Checkbox({ label, hideLabel, className, ...rest }: CheckboxProps) {
  return (
    <label className={joinClasses('inline-flex min-h-11 items-center gap-3', className)}>
      <span className="relative inline-grid size-[max(1.5rem,24px)] shrink-0 place-items-center">
        <input
          type="checkbox"
          className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-sm border-2 border-border bg-surface checked:border-transparent checked:bg-primary disabled:opacity-55"
          {...rest}
        />
        <Check
          size={16}
          strokeWidth={3}
          className="pointer-events-none relative text-on-primary opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </label>
  );
}
