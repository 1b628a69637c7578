import { type ReactNode, useId } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { FieldContext } from './field-control.ts';

interface FieldProps {
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
  const described = [hint && `${controlId}-hint`, error && `${controlId}-error`].filter(Boolean).join(' ');
  return (
    <div className={joinClasses('grid content-start gap-1.5', className)}>
      <label htmlFor={controlId} className="font-semibold">
        {label}
        {!required && required !== undefined && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${controlId}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldContext
        value={{
          id: controlId,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': required || undefined,
        }}
      >
        {children}
      </FieldContext>
      <FieldError id={`${controlId}-error`} message={error} />
    </div>
  );
}

/** The sentence under a control that is not right. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null;
  return (
    <p id={id} className="text-sm font-semibold text-danger">
      {message}
    </p>
  );
}
