import Minus from 'lucide:minus';
import Plus from 'lucide:plus';
import { type ReactNode, useId, useRef } from 'react';
import { limits } from '../../contract/limits.ts';
import { joinClasses } from '../lib/classes.ts';

interface ScoreSliderProps {
  label: string;
  /** Beside the label, such as the weight. */
  aside?: ReactNode;
  description?: ReactNode;
  /** Undefined until something has been chosen: shown as 0 with a hollow thumb. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

const max = limits.judging.maxMark;
const step =
  'grid size-11 shrink-0 place-items-center rounded-md border-2 border-border bg-surface disabled:opacity-40';

/** A whole number from 0 to 10, by dragging, by keys, or by taps on minus and plus. */
export function ScoreSlider(props: ScoreSliderProps) {
  const { label, aside, description, onChange } = props;
  const value = props.value ?? 0;
  const id = useId();
  const before = useRef(props.value);
  return (
    <div className="grid gap-1 sm:gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-display text-lg font-bold tracking-tight">
          {label}
        </label>
        {aside && <span className="tabular font-mono text-sm text-muted">{aside}</span>}
      </div>
      {description && (
        <p id={`${id}-about`} className="text-sm text-muted">
          {description}
        </p>
      )}
      <div className="flex items-center gap-3">
        <button
          type="button"
          className={step}
          aria-label={`${label}: one less`}
          disabled={value <= 0}
          onClick={() => onChange(value - 1)}
        >
          <Minus />
        </button>
        <input
          id={id}
          type="range"
          min={0}
          max={max}
          step={1}
          value={value}
          onPointerDown={() => {
            before.current = props.value;
          }}
          // The finger turned out to scroll the page: the touch scores nothing.
          onPointerCancel={() => onChange(before.current)}
          onChange={(change) => onChange(change.currentTarget.valueAsNumber)}
          aria-valuetext={`${value} of ${max}`}
          aria-describedby={description ? `${id}-about` : undefined}
          className={joinClasses('range', props.value === undefined && 'range-hollow')}
        />
        <button
          type="button"
          className={step}
          aria-label={`${label}: one more`}
          disabled={value >= max}
          onClick={() => onChange(value + 1)}
        >
          <Plus />
        </button>
        <output htmlFor={id} className="tabular w-9 text-right font-mono text-xl" aria-hidden="true">
          {value}
        </output>
      </div>
      <p className="flex justify-between pr-12 text-xs text-muted sm:pr-26 sm:pl-14">
        <span>0 - Poor</span>
        <span>{max} - Excellent</span>
      </p>
    </div>
  );
}
