import { type ReactNode, useId } from 'react';
import { limits } from '../../contract/limits.ts';
import { joinClasses } from '../lib/classes.ts';
import { Checkbox } from './field.tsx';

const marks = Array.from({ length: limits.judging.maxMark + 1 }, (_, mark) => mark);

interface ScorePadProps {
  label: string;
  /** Beside the label, such as the weight. */
  aside?: ReactNode;
  /** Undefined until one is chosen: shown as a dash, never as 0. */
  value: number | undefined;
  /** Asks for a mark that is still missing. */
  isMissing?: boolean;
  /** Says that there is no mark to give; without it, one has to be given. */
  unseen?: { checked: boolean; onChange: (checked: boolean) => void };
  onChange: (value: number | undefined) => void;
}

/** The numbers from 0 to 10, each one tap; a second tap on the same number takes it back. */
export function ScorePad({ label, aside, value, isMissing, unseen, onChange }: ScorePadProps) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id} aria-invalid={isMissing || undefined} className="grid gap-1">
      <p className="flex items-baseline gap-2">
        <span id={id} className="min-w-0 truncate font-display font-bold tracking-tight">
          {label}
        </span>
        <span className="tabular font-mono text-xs text-muted">{aside}</span>
        <span
          aria-hidden="true"
          className={joinClasses(
            'tabular ml-auto min-w-8 rounded-sm px-1 text-right font-mono text-lg leading-none',
            isMissing && 'bg-pending-bg text-pending',
          )}
        >
          {value ?? '–'}
        </span>
      </p>
      <div className={joinClasses('grid-cols-6 gap-1 sm:grid-cols-11', unseen?.checked ? 'hidden' : 'grid')}>
        {marks.map((mark) => (
          <label
            key={mark}
            className="relative grid h-11 cursor-pointer place-items-center rounded-md border-2 border-border bg-surface font-mono has-checked:border-edge has-checked:bg-primary has-checked:font-bold has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={id}
              checked={value === mark}
              onChange={() => onChange(mark)}
              onClick={() => value === mark && onChange(undefined)}
              className="absolute -inset-0.5 cursor-pointer appearance-none opacity-0"
            />
            {mark}
          </label>
        ))}
      </div>
      {unseen && (
        <Checkbox
          label="Did not see it"
          aria-label={`${label}: did not see it`}
          checked={unseen.checked}
          onCheckedChange={unseen.onChange}
        />
      )}
    </div>
  );
}
