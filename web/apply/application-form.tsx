import { useMemo, useState } from 'react';
import { FormProvider, type Resolver, set, useForm } from 'react-hook-form';
import type { Application } from '../../contract/applications.ts';
import type { EventView } from '../../contract/site.ts';
import type { TeamSearchResult } from '../../contract/teams.ts';
import { afterRender } from '../lib/after-render.ts';
import { applicationDraftKey, type Draft, deleteDrafts } from '../lib/draft-store.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useVisibleSection } from '../lib/section-in-sight.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { DraftBanner, DraftChip } from './draft-notice.tsx';
import { ErrorSummary, summaryId } from './error-summary.tsx';
import { FilesSection } from './files-section.tsx';
import { FormSection } from './form-section.tsx';
import {
  chooseInvitedTeam,
  emptyForm,
  type FieldName,
  type FormValues,
  listFormProblems,
  parseDraft,
} from './form-values.ts';
import { Review } from './review.tsx';
import { SectionNav, StepBar } from './section-nav.tsx';
import { findStepOfField, listSteps, stepHeadingId } from './steps.ts';
import { ApplicationSubmitBar } from './submit-bar.tsx';
import { TeamSection } from './team-section.tsx';
import { useDraft } from './use-draft.ts';
import { useSteps } from './use-steps.ts';
import { useSubmission } from './use-submission.ts';
import { WhySection } from './why-section.tsx';
import { YouSection } from './you-section.tsx';

/** In milliseconds. */
const undoTime = 20_000;

const MoreSection = lazyPart(() => import('./more-section.tsx'));

function resolverFor(event: EventView): Resolver<FormValues> {
  return (values) => {
    const errors = {};
    for (const { field, kind, message } of listFormProblems(values, event.tracks, event))
      set(errors, field, { type: kind, message });
    return Object.keys(errors).length === 0 ? { values, errors } : { values: {}, errors };
  };
}

interface ApplicationFormProps {
  userId: string;
  event: EventView;
  draft: Draft | null;
  /** The team of the invitation that brought the person here. */
  invited: TeamSearchResult | undefined;
  onSent: (sent: Application | undefined) => void;
}

/** The application form: one page on a wide screen, four steps on a phone; a draft stays on the device until sent. */
export function ApplicationForm({ userId, event, draft, invited, onSent }: ApplicationFormProps) {
  const { tracks } = event;
  const steps = useMemo(() => listSteps(event), [event]);
  const headings = useMemo(() => steps.map(({ id }) => stepHeadingId(id)) as [string, ...string[]], [steps]);
  const key = applicationDraftKey(userId);
  /** Whether Next has marked what is wrong in this step. */
  const [stuck, setStuck] = useState(false);
  const form = useForm<FormValues>({
    defaultValues: chooseInvitedTeam(draft ? parseDraft(draft) : emptyForm, invited),
    resolver: resolverFor(event),
    // Not on blur: a sentence that goes away while a finger is down moves what it was about to press.
    mode: stuck ? 'onChange' : 'onSubmit',
    shouldFocusError: false,
  });
  const draftState = useDraft(form, key);
  const [banner, setBanner] = useState(draft !== null);
  const [tried, setTried] = useState(false);
  const { step, goTo, goToField, onPhone, atLast } = useSteps(steps);
  // After a first try every step can send, so that correcting an error does not lead away from it.
  const canSubmit = atLast || tried;
  const visibleSection = useVisibleSection(headings);

  const { submission, send, cancel } = useSubmission(tracks, (sent) => {
    draftState.stop();
    void deleteDrafts(key).catch((error: unknown) => console.warn(error));
    onSent(sent);
  });

  const trySending = form.handleSubmit(
    async (values) => {
      const fields = await send(values);
      for (const [field, message] of Object.entries(fields))
        form.setError(field as FieldName, { type: 'wrong', message });
    },
    () => {
      setTried(true);
      afterRender(() => document.getElementById(summaryId)?.focus());
    },
  );
  /** Goes to the next step, or to the first field of this one that is not right. */
  const leaveStep = async () => {
    const problem = listFormProblems(form.getValues(), tracks, event).find(
      ({ field }) => findStepOfField(steps, field) === step,
    );
    setStuck(problem !== undefined);
    if (!problem) return goTo(step + 1);
    await form.trigger([...(steps[step]?.fields ?? [])]);
    goToField(problem.field);
  };
  const startOver = () => {
    const before = form.getValues();
    void toast.action(
      'Your draft was deleted.',
      { label: 'Undo', run: () => form.reset(before) },
      { duration: undoTime },
    );
    form.reset(emptyForm);
    setBanner(false);
    setTried(false);
    goTo(0);
  };

  const body = {
    you: { lede: 'What you study, wear and eat.', content: <YouSection /> },
    why: {
      lede: 'What brings you here, and where you want to compete.',
      content: <WhySection tracks={tracks} />,
    },
    team: { lede: 'You can still change your mind later.', content: <TeamSection tracks={tracks} /> },
    files: { lede: 'PDF files, each under 1 MB.', content: <FilesSection tracks={tracks} /> },
    more: {
      lede: 'What the organizers need beyond that.',
      content: <MoreSection event={event} />,
    },
  };

  const back = onPhone && step > 0 && (
    <Button variant="secondary" onClick={() => goTo(step - 1)}>
      Back
    </Button>
  );

  return (
    <FormProvider {...form}>
      <div className="grid gap-8 md:grid-cols-[13rem_minmax(0,42rem)] md:gap-x-14">
        <header className="grid gap-3 md:col-start-2">
          <h1 className="text-3xl">Apply to {event.name}</h1>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-muted">
              {event.dates.label}, {event.place}
            </p>
            <DraftChip state={draftState.state} />
          </div>
          {banner && draft && (
            <DraftBanner
              savedAt={draft.savedAt}
              onContinue={() => setBanner(false)}
              onStartOver={startOver}
            />
          )}
        </header>
        {!onPhone && (
          <SectionNav
            event={event}
            steps={steps}
            current={steps.find(({ id }) => stepHeadingId(id) === visibleSection)?.id ?? 'you'}
          />
        )}
        <form
          noValidate
          aria-label="Application"
          className="grid gap-12 md:col-start-2 md:gap-16"
          onKeyDown={(key) => {
            // Enter in a field submits a form by itself; here only the button does.
            if (key.key === 'Enter' && key.target instanceof HTMLInputElement && canSubmit)
              key.preventDefault();
          }}
          onSubmit={(submit) => {
            if (canSubmit) return void trySending(submit);
            submit.preventDefault();
            void leaveStep();
          }}
        >
          {onPhone && <StepBar event={event} current={step} of={steps.length} />}
          {tried && <ErrorSummary errors={form.formState.errors} extras={event} onGoTo={goToField} />}
          {steps.map(({ id, title }, index) => (
            <FormSection
              key={id}
              id={id}
              number={index + 1}
              title={title}
              lede={body[id].lede}
              hidden={onPhone && index !== step}
            >
              {body[id].content}
            </FormSection>
          ))}
          {onPhone && atLast && <Review onGoTo={goTo} />}
          {canSubmit ? (
            <ApplicationSubmitBar
              back={back}
              submission={submission}
              onCancel={cancel}
              onTryAgain={() => void trySending()}
            />
          ) : (
            <div className="flex justify-between">
              {back}
              <Button type="submit" className="ml-auto">
                Next
              </Button>
            </div>
          )}
        </form>
      </div>
    </FormProvider>
  );
}
