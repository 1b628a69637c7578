import type { ReactNode } from 'react';
import { type KeyboardEvent, useMemo } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import { fieldLabels } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { limits } from '../../contract/limits.ts';
import { joinClasses } from '../lib/classes.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { toTrackChoices } from '../lib/track-choices.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { DraftBanner, DraftChip } from './draft-notice.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FilesSection } from './files-section.tsx';
import type { FormValues } from './form-values.ts';
import { Review } from './review.tsx';
import { SectionNav, StepBar } from './section-nav.tsx';
import { fieldId, listSteps, type Step, stepHeadingId } from './steps.ts';
import { ApplicationSubmitBar } from './submit-bar.tsx';
import { TeamSection } from './team-section.tsx';
import { type ApplicationFormProps, useApplicationForm } from './use-application-form.ts';
import { YouSection } from './you-section.tsx';

/** Why somebody wants to come, and for which track. */
function WhySection({ event: { tracks } }: { event: EventView }) {
  const { control, register, formState } = useFormContext<FormValues>();
  const { errors } = formState;
  return (
    <>
      <Field
        id={fieldId('whyJoin')}
        label={fieldLabels.whyJoin}
        hint="What would you like to build, learn or find out? A few sentences are enough."
        error={errors.whyJoin?.message}
        required
      >
        <Controller
          control={control}
          name="whyJoin"
          render={({ field }) => <Textarea {...field} limit={limits.text.whyJoin} rows={6} />}
        />
      </Field>
      <RadioCards
        id={fieldId('track')}
        legend={fieldLabels.track}
        hint="You can change it until your application has been reviewed."
        {...toTrackChoices(tracks)}
        error={errors.track?.message}
        required
        {...register('track')}
      />
    </>
  );
}

interface FormSectionProps {
  id: Step['id'];
  number: number;
  title: string;
  lede: string;
  /** Another step is open on this phone; what was entered here stays in the form. */
  hidden: boolean;
  children: ReactNode;
}

/** One part of the form under its heading. */
function FormSection({ id, number, title, lede, hidden, children }: FormSectionProps) {
  return (
    <section
      aria-labelledby={stepHeadingId(id)}
      hidden={hidden}
      className={joinClasses(
        'grid gap-8 md:border-t-2 md:border-edge md:pt-6',
        !hidden && 'max-md:animate-enter',
      )}
    >
      <header>
        <h2 id={stepHeadingId(id)} tabIndex={-1} className="flex items-baseline gap-3 text-2xl outline-none">
          <span
            aria-hidden="true"
            className="font-mono text-sm font-normal tracking-normal text-accent-text max-md:hidden"
          >
            {number}
          </span>
          {title}
        </h2>
        <p className="mt-1 text-muted">{lede}</p>
      </header>
      {children}
    </section>
  );
}

const MoreSection = lazyPart<{ event: EventView }>(() => import('./more-section.tsx'));

const sections = {
  you: { lede: 'What you study, wear and eat.', Content: YouSection },
  why: { lede: 'What brings you here, and where you want to compete.', Content: WhySection },
  team: { lede: 'You can still change your mind later.', Content: TeamSection },
  files: { lede: 'PDF files, each under 1 MB.', Content: FilesSection },
  more: { lede: 'What the organizers need beyond that.', Content: MoreSection },
};

/** The application form: one page on a wide screen, four steps on a phone; a draft stays on the device until sent. */
export function ApplicationForm(props: ApplicationFormProps) {
  const { event } = props;
  const steps = useMemo(() => listSteps(event), [event]);
  const state = useApplicationForm(props, steps);
  const { form, step, goTo, onPhone, atLast, tried } = state;
  // After a first try every step can send, so that correcting an error does not lead away from it.
  const canSubmit = atLast || (tried && !state.isChanging);
  // Enter in a field submits a form by itself; here only the button does.
  const ignoreEnter = (key: KeyboardEvent) => {
    if (key.key === 'Enter' && key.target instanceof HTMLInputElement && canSubmit) key.preventDefault();
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
            {!state.noticed && <DraftChip state={state.draftState} />}
          </div>
          {state.noticed && (
            <DraftBanner
              savedAt={state.noticed.savedAt}
              onContinue={state.closeNotice}
              onStartOver={state.startOver}
            />
          )}
        </header>
        {!onPhone && <SectionNav event={event} steps={steps} />}
        <form
          noValidate
          aria-label="Application"
          className="grid gap-12 md:col-start-2 md:gap-16"
          onKeyDown={ignoreEnter}
          onSubmit={(submit) => {
            if (canSubmit) return void state.submit(submit);
            submit.preventDefault();
            void state.leaveStep();
          }}
        >
          {onPhone && <StepBar event={event} steps={steps} current={step} />}
          {tried && <ErrorSummary errors={form.formState.errors} extras={event} onGoTo={state.goToField} />}
          {steps.map(({ id, title }, index) => {
            const { lede, Content } = sections[id];
            const hidden = onPhone && index !== step;
            return (
              <FormSection key={id} id={id} number={index + 1} title={title} lede={lede} hidden={hidden}>
                <Content event={event} />
              </FormSection>
            );
          })}
          {onPhone && atLast && <Review onChange={state.change} />}
          {canSubmit ? (
            <ApplicationSubmitBar
              back={back}
              submission={state.submission}
              onCancel={state.cancel}
              onTryAgain={() => void state.submit()}
            />
          ) : (
            <div className="flex justify-between">
              {back}
              <Button type="submit" className="ml-auto">
                {state.isChanging ? 'Back to review' : 'Next'}
              </Button>
            </div>
          )}
        </form>
      </div>
    </FormProvider>
  );
}
