import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { TeamSearchResult } from '../../contract/teams/teams.ts';
import { afterRender } from '../lib/after-render.ts';
import { queryClient } from '../lib/call.ts';
import { applicationDraftKey, type Draft, deleteDrafts } from '../lib/draft-store.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { toast } from '../ui/toast.tsx';
import { summaryId } from './error-summary.tsx';
import {
  chooseInvitedTeam,
  emptyForm,
  type FieldName,
  type FormValues,
  listFormProblems,
  parseDraft,
  toResolved,
} from './form-values.ts';
import { TeamFinder } from './sections.tsx';
import { fieldId, getStepOfField, type Step, stepHeadingId } from './steps.ts';
import { useDraft } from './use-draft.ts';
import { useSubmission } from './use-submission.ts';

/** In milliseconds. */
const undoTime = 20_000;

function resolverFor(event: EventView): Resolver<FormValues> {
  return (values) => toResolved(values, listFormProblems(values, event));
}

export interface ApplicationFormProps {
  userId: string;
  event: EventView;
  draft: Draft | null;
  /** The team of the invitation that brought the person here. */
  invited: TeamSearchResult | undefined;
  /** The application that was sent from elsewhere. */
  counted: Application | null;
  onSent: (sent: Application | undefined) => void;
}

/** The state of the application form: its values and draft, the current step, and the submission. */
export function useApplicationForm(
  { userId, event, draft, invited, onSent }: ApplicationFormProps,
  steps: readonly Step[],
) {
  const key = applicationDraftKey(userId);
  /** Whether Next has marked what is wrong in this step. */
  const [stuck, setStuck] = useState(false);
  const form = useForm<FormValues>({
    defaultValues: chooseInvitedTeam(draft ? parseDraft(draft) : emptyForm, invited),
    resolver: resolverFor(event),
    // Not on blur: an error that disappears while a finger is down would move the button under it.
    mode: stuck ? 'onChange' : 'onSubmit',
    shouldFocusError: false,
  });
  const draftState = useDraft(form, key);
  /** The draft that the form was filled from, until its notice is closed. */
  const [noticed, setNoticed] = useState(draft);
  const [tried, setTried] = useState(false);
  /** Whether a step was opened from the review, to which Next then leads back. */
  const [isChanging, setChanging] = useState(false);
  const stepper = useSteps(steps);
  const { step, goTo, goToField } = stepper;

  const deleteDraft = () => {
    draftState.stop();
    void deleteDrafts(key).catch((error: unknown) => console.warn(error));
  };
  const { submission, send, cancel } = useSubmission(event.tracks, (sent) => {
    deleteDraft();
    onSent(sent);
  });

  const isInStep = ({ field }: { field: FieldName }) => getStepOfField(steps, field) === step;
  const submit = form.handleSubmit(
    async (values) => {
      const fields = Object.entries(await send(values)) as [FieldName, string][];
      for (const [field, message] of fields) {
        // It can no longer be asked: the list of those that can takes its place.
        if (field === 'selectedTeam') {
          form.setValue(field, null);
          void queryClient.invalidateQueries({ queryKey: ['teams'] });
          await TeamFinder.preload().catch(() => undefined);
        }
        form.setError(field, { type: 'wrong', message });
      }
      if (!fields[0]) return;
      setTried(true);
      goToField(fields[0][0]);
    },
    () => {
      setTried(true);
      const problems = listFormProblems(form.getValues(), event);
      const isElsewhere = !stepper.atLast && !problems.some(isInStep);
      if (isElsewhere && problems[0]) return goToField(problems[0].field);
      afterRender(() => document.getElementById(summaryId)?.focus());
    },
  );
  /** Goes to the next step, or to the first invalid field of this one. */
  const leaveStep = async () => {
    const problem = listFormProblems(form.getValues(), event).find(isInStep);
    setStuck(problem !== undefined);
    if (!problem) {
      setNoticed(null);
      setChanging(false);
      return goTo(isChanging ? steps.length - 1 : step + 1);
    }
    await form.trigger([...(steps[step]?.fields ?? [])]);
    goToField(problem.field);
  };
  /** Goes on with the draft where the first answer is missing. */
  const continueDraft = () => {
    setNoticed(null);
    const missing = listFormProblems(form.getValues(), event)[0];
    if (missing) goToField(missing.field);
    else goTo(steps.length - 1);
  };
  // The dashboard's link has said so already.
  const continueAtOnce = useEffectEvent(() => draft && location.hash === '#draft' && continueDraft());
  useEffect(() => void continueAtOnce(), []);
  const startOver = () => {
    const before = form.getValues();
    toast.info('Your draft was deleted.', {
      duration: undoTime,
      action: { label: 'Undo', onClick: () => form.reset(before) },
    });
    form.reset(emptyForm);
    setNoticed(null);
    setTried(false);
    goTo(0);
  };
  return {
    form,
    draftState: draftState.state,
    noticed,
    continueDraft,
    startOver,
    deleteDraft,
    tried,
    stuck,
    ...stepper,
    leaveStep,
    isChanging,
    /** Opens the step of a field from the review. */
    change: (field: FieldName) => {
      setChanging(true);
      goToField(field);
    },
    submission,
    submit,
    cancel,
  };
}

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
function useSteps(steps: readonly Step[]) {
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
    const target = getStepOfField(steps, name);
    if (target === step) return afterRender(() => focusField(name));
    field.current = name;
    goTo(target);
  };
  return { step, goTo, goToField, onPhone, atLast: !onPhone || step === last };
}

function focusHeading(target: Step | undefined, onPhone: boolean) {
  const heading = target && document.getElementById(stepHeadingId(target.id));
  // A fast person is already typing there.
  if (heading?.closest('section')?.contains(document.activeElement)) return;
  if (onPhone) scrollTo({ top: 0 });
  else heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
