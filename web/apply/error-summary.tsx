import TriangleAlert from 'lucide:triangle-alert';
import { Fragment } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { FormExtras } from '../../contract/apply/application-form.ts';
import { texts } from '../../contract/texts.ts';
import {
  type FieldName,
  type FormValues,
  fieldOrder,
  findError,
  getFieldLabel,
  listExtraFields,
} from './form-values.ts';
import { fieldId } from './steps.ts';

/** The id of the summary, to move the focus to it. */
export const summaryId = 'apply-problems';

interface ErrorSummaryProps {
  errors: FieldErrors<FormValues>;
  /** What the event asks beyond the specification's fields. */
  extras: FormExtras;
  /** The fields whose errors are listed; all of them without it. */
  only?: readonly FieldName[] | undefined;
  onGoTo: (field: FieldName) => void;
}

export function ErrorSummary({ errors, extras, only, onGoTo }: ErrorSummaryProps) {
  const wrong = [...fieldOrder, ...listExtraFields(extras)].filter(
    (field) => findError(errors, field) && (!only || only.includes(field)),
  );
  const missing = wrong.filter((field) => findError(errors, field)?.type === 'apply_missing');
  const others = wrong.filter((field) => findError(errors, field)?.type !== 'apply_missing');

  const link = (field: FieldName, text: string) => (
    <a
      href={`#${fieldId(field)}`}
      className="font-semibold underline underline-offset-4"
      onClick={(click) => {
        click.preventDefault();
        onGoTo(field);
      }}
    >
      {text}
    </a>
  );
  if (wrong.length === 0) return null;
  return (
    <div
      id={summaryId}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-lg border-2 border-danger bg-rejected-bg p-4 text-rejected"
    >
      <TriangleAlert className="mt-1 shrink-0" />
      <div className="grid gap-2">
        {missing.length > 0 && (
          <p>
            {texts.apply.missing}
            {missing.map((field, place) => (
              <Fragment key={field}>
                {place > 0 && ', '}
                {link(field, getFieldLabel(field, extras))}
              </Fragment>
            ))}
          </p>
        )}
        {others.map((field) => (
          <p key={field}>{link(field, findError(errors, field)?.message ?? getFieldLabel(field, extras))}</p>
        ))}
      </div>
    </div>
  );
}
