import { useEffect, useRef } from 'react';
import { limits } from '../../../contract/limits.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useFieldControl } from '../../ui/field.tsx';

const { digits } = limits.signInCode;
const places = Array.from({ length: digits }, (_, place) => place);

interface CodeInputProps {
  value: string;
  onChange: (value: string) => void;
  /** The code is being verified: the input is read-only and stays focused. */
  busy: boolean;
}

/** Six drawn boxes over one real input, so that pasting, autofill and screen readers work. */
export function CodeInput({ value, onChange, busy }: CodeInputProps) {
  const control = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const wrong = control['aria-invalid'];
  return (
    <div className="relative">
      <input
        {...control}
        ref={input}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={value}
        readOnly={busy}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, digits))}
        className="peer absolute inset-0 w-full cursor-text rounded-sm text-transparent caret-transparent  outline-none selection:bg-transparent"
      />
      <div
        aria-hidden="true"
        className="pointer-events-none grid grid-cols-6 gap-2 rounded-sm peer-focus-visible:[&>[data-next]]:outline-3 peer-focus-visible:[&>[data-next]]:outline-primary"
      >
        {places.map((place) => (
          <span
            key={place}
            data-next={place === Math.min(value.length, digits - 1) || undefined}
            className={joinClasses(
              'grid h-14 place-items-center rounded-sm border-2 bg-surface font-mono text-xl',
              wrong ? 'border-danger' : place < value.length ? 'border-edge' : 'border-border',
            )}
          >
            {value[place]}
          </span>
        ))}
      </div>
    </div>
  );
}
