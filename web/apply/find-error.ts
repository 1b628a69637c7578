import { type FieldError, type FieldErrors, get } from 'react-hook-form';
import type { FieldName, FormValues } from './form-values.ts';

/** Returns what is wrong with a field, also with one that is a path; undefined when nothing is. */
export function findError(errors: FieldErrors<FormValues>, field: FieldName): FieldError | undefined {
  return get(errors, field) as FieldError | undefined;
}
