import { type ReactNode, useId } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { type ControlProps, describeControl, FieldError, FieldHint, listenToValue } from './field.tsx';

export interface Choice {
  value: string;
  label: ReactNode;
}

export interface ChoiceGroupProps<C extends Choice = Choice>
  extends Omit<ControlProps<'input'>, 'value' | 'children'> {
  legend: ReactNode;
  hideLegend?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  options: readonly C[];
  /** The chosen value; leave it out where a form library registers the inputs. */
  value?: string | null;
}

interface ArrangedProps<C extends Choice> extends ChoiceGroupProps<C> {
  arrangement: string;
  optionClass: string;
  /** Where the input itself is: over the mark of the option, not over its words, which are its label. */
  inputClass: string;
  labelClass?: string;
  /** What there is to say about an option beyond its label: read after its name, not as part of it. */
  describe?: (option: C) => ReactNode;
  /** A sign of being chosen, for the eyes. */
  mark?: ReactNode;
}

/** Radio buttons under a legend, arranged by the caller. All other properties go to each of the inputs. */
export function ChoiceGroup<C extends Choice>(props: ArrangedProps<C>) {
  const {
    legend,
    hideLegend,
    hint,
    error,
    options,
    value,
    arrangement,
    optionClass,
    inputClass,
    labelClass,
    describe,
    mark,
    name,
    id,
    required,
    onValueChange,
    ...input
  } = props;
  const generated = useId();
  const base = id ?? generated;
  return (
    <div
      id={base}
      role="radiogroup"
      aria-labelledby={`${base}-legend`}
      aria-describedby={describeControl(base, hint, error)}
      aria-invalid={error ? true : undefined}
      aria-required={required || undefined}
      className="grid grid-cols-1 gap-2"
    >
      <p id={`${base}-legend`} className={hideLegend ? 'sr-only' : 'font-semibold'}>
        {legend}
      </p>
      <FieldHint id={base} text={hint} />
      <div className={arrangement}>
        {options.map((option, position) => {
          const optionId = `${base}-${position}`;
          const more = describe?.(option);
          return (
            <label key={option.value} className={optionClass}>
              <input
                onChange={listenToValue(onValueChange)}
                {...input}
                type="radio"
                name={name ?? base}
                value={option.value}
                disabled={input.disabled}
                required={required}
                aria-labelledby={optionId}
                aria-describedby={more ? `${optionId}-about` : undefined}
                {...(value === undefined ? {} : { checked: value === option.value })}
                className={joinClasses(
                  'absolute cursor-pointer appearance-none opacity-0 disabled:cursor-not-allowed',
                  inputClass,
                )}
              />
              <span id={optionId} className={labelClass}>
                {option.label}
              </span>
              {more && (
                <span id={`${optionId}-about`} className="grid grid-cols-1 gap-1">
                  {more}
                </span>
              )}
              {mark}
            </label>
          );
        })}
      </div>
      <FieldError id={base} message={error} />
    </div>
  );
}
