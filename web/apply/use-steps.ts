import { useState } from 'react';
import { afterRender } from '../lib/after-render.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import type { FieldName } from './form-values.ts';
import { fieldId, findStepOfField, stepHeadingId, steps } from './steps.ts';

function focusField(field: FieldName) {
  const place = document.getElementById(fieldId(field));
  const control = place?.matches('[role=radiogroup]')
    ? place.querySelector<HTMLElement>('input:checked, input')
    : place;
  control?.focus();
}

/** The current step: on a phone the form shows one at a time, on wider screens all. Moving also moves the focus. */
export function useSteps() {
  const onPhone = useMediaQuery('(max-width: 767px)');
  const [step, setStep] = useState(0);
  const last = steps.length - 1;

  const goTo = (next: number) => {
    const target = steps[Math.min(Math.max(next, 0), last)];
    if (!target) return;
    setStep(steps.indexOf(target));
    afterRender(() => {
      const heading = document.getElementById(stepHeadingId(target.id));
      if (onPhone) scrollTo({ top: 0 });
      else heading?.scrollIntoView();
      heading?.focus({ preventScroll: true });
    });
  };
  const goToField = (field: FieldName) => {
    setStep(findStepOfField(field));
    afterRender(() => focusField(field));
  };
  return { step, goTo, goToField, onPhone, atLast: !onPhone || step === last };
}
