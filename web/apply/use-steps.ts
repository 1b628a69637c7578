import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { afterRender } from '../lib/after-render.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import type { FieldName } from './form-values.ts';
import { fieldId, findStepOfField, type Step, stepHeadingId } from './steps.ts';

function focusField(field: FieldName) {
  const place = document.getElementById(fieldId(field));
  const control = place?.matches('[role=radiogroup]')
    ? place.querySelector<HTMLElement>('input:checked, input')
    : place;
  control?.focus();
}

/**
 * The current step: on a phone the form shows one at a time, on wider screens all. Moving also moves the focus. The step
 * is in the address, so that Back and a reload stay in the form.
 */
export function useSteps(steps: readonly Step[]) {
  const onPhone = useMediaQuery('(max-width: 767px)');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const step = Math.max(
    0,
    steps.findIndex(({ id }) => hash === `#${id}`),
  );
  const last = steps.length - 1;
  const shown = useRef(step);
  const field = useRef<FieldName>(undefined);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const target = field.current;
    field.current = undefined;
    afterRender(() => (target ? focusField(target) : focusHeading(steps[step], onPhone)));
  }, [steps, step, onPhone]);

  const goTo = (next: number) => {
    const target = steps[Math.min(Math.max(next, 0), last)];
    if (!target) return;
    if (steps.indexOf(target) === step) afterRender(() => focusHeading(target, onPhone));
    else void navigate({ hash: target.id });
  };
  const goToField = (name: FieldName) => {
    const target = findStepOfField(steps, name);
    if (target === step) return afterRender(() => focusField(name));
    field.current = name;
    goTo(target);
  };
  return { step, goTo, goToField, onPhone, atLast: !onPhone || step === last };
}

function focusHeading(target: Step | undefined, onPhone: boolean) {
  const heading = target && document.getElementById(stepHeadingId(target.id));
  if (onPhone) scrollTo({ top: 0 });
  else heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
