import type { ComponentProps } from 'react';
import { useFieldControl } from './field-control.ts';

/** The browser's own button that chooses a file. Goes inside a `Field`. */
export function FileInput(props: ComponentProps<'input'>) {
  return (
    <input
      type="file"
      className="text-sm file:mr-3 file:min-h-11 file:rounded-md file:border-2 file:border-border file:bg-surface file:px-4 file:font-semibold file:text-text"
      {...useFieldControl()}
      {...props}
    />
  );
}
