import { type ComponentProps, useState } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { useFieldControl } from './field-control.ts';
import { controlClasses } from './input.tsx';

interface TextareaProps extends ComponentProps<'textarea'> {
  /** In code points. */
  limit?: number;
}

const length = (text: unknown) => Array.from(String(text ?? '')).length;

interface CounterProps {
  /** In code points. */
  count: number;
  limit: number;
}

/** How much of a limit is used; announced from nine tenths on. */
export function Counter({ count, limit }: CounterProps) {
  return (
    <p
      className={joinClasses(
        'tabular mt-1 text-right text-xs',
        count > limit ? 'font-semibold text-danger' : 'text-muted',
      )}
      aria-live={count >= limit * 0.9 ? 'polite' : 'off'}
    >
      {count} / {limit}
      <span className="sr-only"> characters</span>
    </p>
  );
}

/** Several lines of text, with a counter when there is a limit. It never cuts off what is typed. */
export function Textarea({ limit, className, onChange, ...rest }: TextareaProps) {
  const [typed, setTyped] = useState(() => length(rest.defaultValue));
  const count = rest.value === undefined ? typed : length(rest.value);
  return (
    <div>
      <textarea
        className={joinClasses(controlClasses, 'block min-h-36 resize-y py-2.5', className)}
        onChange={(change) => {
          setTyped(length(change.currentTarget.value));
          onChange?.(change);
        }}
        {...useFieldControl()}
        {...rest}
      />
      {limit !== undefined && <Counter count={count} limit={limit} />}
    </div>
  );
}
