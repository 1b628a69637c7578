import { type ReactNode, useId } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { FieldContext } from './field-control.ts';

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
    <div className={joinClasses('grid content-start gap-1.5', className)}>
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
