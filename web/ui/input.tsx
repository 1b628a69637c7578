import type { ComponentProps } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { useFieldControl } from './field-control.ts';

/** The classes of a text control, shared by inputs, text areas and selects. */
export const controlClasses =
  'w-full rounded-sm border border-border bg-surface px-3 text-base text-text placeholder:text-muted ' +
  'aria-invalid:border-2 aria-invalid:border-danger disabled:bg-surface-2 disabled:text-muted';

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      className={joinClasses(controlClasses, 'min-h-11', className)}
      {...useFieldControl()}
      {...rest}
    />
  );
}
