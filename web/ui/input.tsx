import type { ComponentProps } from 'react';
import { limits } from '../../contract/limits.ts';
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

export function NameInput({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <Input
      name="name"
      autoComplete="name"
      maxLength={limits.text.name}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
