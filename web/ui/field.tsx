import Check from 'lucide:check';
import ChevronDown from 'lucide:chevron-down';
import {
  type ChangeEvent,
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useId,
  useState,
} from 'react';
import { limits } from '../../contract/limits.ts';
import { joinClasses } from '../lib/classes.ts';

/** What a control needs to belong to its field. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

const FieldContext = createContext<Partial<FieldControl>>({});

/** Returns the properties that join a control to the `Field` around it; none outside a field. */
export const useFieldControl = () => use(FieldContext);

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Fixed where something links to the control, such as a summary of errors. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A label, a control, and what there is to say about it; wires the three together for screen readers. */
export function Field({ label, hint, error, required, id, className, children }: FieldProps) {
  const generated = useId();
  const controlId = id ?? generated;
  return (
    <div className={joinClasses('grid grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={controlId} className="font-semibold">
        {label}
        {!required && required !== undefined && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      <FieldHint id={controlId} text={hint} />
      <FieldContext
        value={{
          id: controlId,
          'aria-describedby': describeControl(controlId, hint, error),
          'aria-invalid': error ? true : undefined,
          'aria-required': required || undefined,
        }}
      >
        {children}
      </FieldContext>
      <FieldError id={controlId} message={error} />
    </div>
  );
}

/** Returns the ids of the hint and the error of a control, for its `aria-describedby`. */
export function describeControl(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

/** What there is to say about the control `id`. */
export function FieldHint({ id, text }: { id: string; text: ReactNode }) {
  if (!text) return null;
  return (
    <p id={`${id}-hint`} className="text-sm text-muted">
      {text}
    </p>
  );
}

/** Why the control `id` is not right. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null;
  return (
    <p id={`${id}-error`} className="text-sm font-semibold text-danger">
      {message}
    </p>
  );
}

/** The classes of a text control, shared by inputs, text areas and selects. */
const controlClasses =
  'w-full rounded-sm border border-border bg-surface px-3 text-base text-text placeholder:text-muted ' +
  'aria-invalid:border-2 aria-invalid:border-danger disabled:bg-surface-2 disabled:text-muted';

/** A form that its page sends itself. */
export function Form({ onSubmit, ...rest }: ComponentProps<'form'>) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(event);
      }}
    />
  );
}

/** Properties of a control that tells its value, beside those of the element. */
export type ControlProps<Tag extends 'input' | 'select' | 'textarea'> = ComponentProps<Tag> & {
  onValueChange?: (value: string) => void;
};

/** Returns the listener of an element for `onValueChange`. */
export const listenToValue = (onValueChange: ((value: string) => void) | undefined) =>
  onValueChange && (({ target }: ChangeEvent<{ value: string }>) => onValueChange(target.value));

/** As the `ref` of a control: gives it the focus when it appears. */
export const focusField = (field: HTMLElement | null) => field?.focus();

/** A line of text. Browsers fill in only what says what it is by its `autoComplete`. */
export function Input(props: ControlProps<'input'>) {
  const { className, type = 'text', autoComplete = 'off', onValueChange, ...rest } = props;
  return (
    <input
      type={type}
      autoComplete={autoComplete}
      className={joinClasses(controlClasses, 'min-h-11', className)}
      onChange={listenToValue(onValueChange)}
      {...useFieldControl()}
      {...rest}
    />
  );
}

export function NameInput(props: ControlProps<'input'>) {
  return <Input name="name" autoComplete="name" maxLength={limits.text.name} {...props} />;
}

interface TextareaProps extends ControlProps<'textarea'> {
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
export function Textarea({ limit, className, onChange, onValueChange, ...rest }: TextareaProps) {
  const [typed, setTyped] = useState(() => length(rest.defaultValue));
  const count = rest.value === undefined ? typed : length(rest.value);
  return (
    <div>
      <textarea
        className={joinClasses(controlClasses, 'block min-h-36 resize-y py-2.5', className)}
        onChange={(change) => {
          setTyped(length(change.currentTarget.value));
          onChange?.(change);
          onValueChange?.(change.currentTarget.value);
        }}
        {...useFieldControl()}
        {...rest}
      />
      {limit !== undefined && <Counter count={count} limit={limit} />}
    </div>
  );
}

interface SelectProps extends ControlProps<'select'> {
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
}

export function Select({ options, placeholder, className, onValueChange, ...rest }: SelectProps) {
  return (
    <div className="relative">
      <select
        className={joinClasses(controlClasses, 'min-h-11 appearance-none pr-10', className)}
        onChange={listenToValue(onValueChange)}
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

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  /** The label is there for screen readers only, as in a table whose rows say what they are. */
  hideLabel?: boolean;
  onCheckedChange?: (checked: boolean) => void;
}

export function Checkbox({ label, hideLabel, className, onCheckedChange, ...rest }: CheckboxProps) {
  return (
    <label className={joinClasses('inline-flex min-h-11 items-center gap-3', className)}>
      <span className="relative inline-grid size-[max(1.5rem,24px)] shrink-0 place-items-center">
        <input
          type="checkbox"
          className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-sm border-2 border-border bg-surface checked:border-transparent checked:bg-primary disabled:opacity-55"
          onChange={onCheckedChange && (({ target }) => onCheckedChange(target.checked))}
          {...rest}
        />
        <Check
          size={16}
          strokeWidth={3}
          className="pointer-events-none relative text-on-primary opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className={hideLabel ? 'sr-only' : 'min-w-0 wrap-anywhere'}>{label}</span>
    </label>
  );
}

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
