import Check from 'lucide:check';
import CloudOff from 'lucide:cloud-off';
import PencilLine from 'lucide:pencil-line';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import { Navigate } from 'react-router';
import { fieldLabels } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { limits } from '../../contract/limits.ts';
import { formatDate, formatDateTime, formatRecent, formatTime } from '../../contract/platform/format.ts';
import { paths } from '../../contract/platform/pages.ts';
import { joinClasses } from '../lib/classes.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { toTrackChoices } from '../lib/track-choices.ts';
import { AppLink, Button, LinkButton } from '../ui/button.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { type FieldName, type FormValues, findError, isEmptyForm } from './form-values.ts';
import { Review } from './review.tsx';
import { SectionNav, StepBar } from './section-nav.tsx';
import { FilesSection, TeamSection, YouSection } from './sections.tsx';
import { fieldId, listSteps, type Step, stepHeadingId } from './steps.ts';
import { type ApplicationFormProps, useApplicationForm } from './use-application-form.ts';
import type { DraftState } from './use-draft.ts';
import type { Submission } from './use-submission.ts';

function WhySection({ event }: { event: EventView }) {
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
        {...toTrackChoices(event)}
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

/** The parts of the form, by the id of their step. */
export const sections = {
  you: { lede: 'What you study, wear and eat.', Content: YouSection },
  why: { lede: 'What brings you here, and where you want to compete.', Content: WhySection },
  team: { lede: 'You can change your mind on your dashboard.', Content: TeamSection },
  files: { lede: 'Your resume, and what your track asks for.', Content: FilesSection },
  more: { lede: 'What else the organizers need to know.', Content: MoreSection },
};

/** The application form: one page on a wide screen, four steps on a phone; a draft stays on the device until sent. */
export function ApplicationForm(props: ApplicationFormProps) {
  const { event } = props;
  const steps = useMemo(() => listSteps(event), [event]);
  const state = useApplicationForm(props, steps);
  const { form, step, goTo, onPhone, atLast, tried, stuck } = state;
  // After a first try every step can send, so that correcting an error does not lead away from it.
  const canSubmit = atLast || (tried && !state.isChanging);
  // Enter in a field submits a form by itself; here only the button does.
  const ignoreEnter = (key: KeyboardEvent) => {
    if (key.key === 'Enter' && key.target instanceof HTMLInputElement && canSubmit) key.preventDefault();
  };
  const counted = state.submission.is === 'uploading' ? null : props.counted;
  if (counted && isEmptyForm(form.getValues())) return <Navigate to={paths.dashboard} replace />;
  const back = onPhone && step > 0 && (
    <Button variant="secondary" onClick={() => goTo(step - 1)}>
      Back
    </Button>
  );

  return (
    <FormProvider {...form}>
      <div className="grid gap-8 md:grid-cols-[13rem_minmax(0,42rem)] md:gap-x-14">
        <header className="grid gap-3 md:col-start-2">
          <h1 className={onPhone && step > 0 ? 'text-lg' : 'text-3xl'}>Apply to {event.name}</h1>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            {!(onPhone && step > 0) && (
              <p className="text-muted">
                {event.dates.label}, {event.place}
              </p>
            )}
            {!counted && !state.noticed && <DraftChip state={state.draftState} />}
          </div>
          {counted && <CountedBanner at={counted.createdAt} onDelete={state.deleteDraft} />}
          {!counted && state.noticed && (
            <DraftBanner
              savedAt={state.noticed.savedAt}
              onContinue={state.continueDraft}
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
            if (canSubmit && !counted) return void state.submit(submit);
            submit.preventDefault();
            if (counted) goTo(step + 1);
            else void state.leaveStep();
          }}
        >
          {onPhone && <StepBar event={event} steps={steps} current={step} />}
          {(tried || stuck) && (
            <ErrorSummary
              errors={form.formState.errors}
              extras={event}
              // Until everything was sent, only the step that is open was looked at.
              only={onPhone && !tried ? steps[step]?.fields : undefined}
              onGoTo={state.goToField}
            />
          )}
          {steps.map(({ id, title }, index) => {
            const { lede, Content } = sections[id];
            const hidden = onPhone && index !== step;
            return (
              <FormSection key={id} id={id} number={index + 1} title={title} lede={lede} hidden={hidden}>
                <Content event={event} {...(onPhone && { onDone: () => void state.leaveStep() })} />
              </FormSection>
            );
          })}
          {onPhone && atLast && <Review onChange={state.change} />}
          {counted && atLast ? (
            back
          ) : canSubmit && !counted ? (
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

/** In milliseconds: Safari deletes what a site stores after seven days without a visit. */
const safariKeeps = 'GestureEvent' in globalThis ? 7 * 86_400_000 : undefined;

function describeState(state: DraftState, locale: string | undefined) {
  if (state.is === 'saving') return { icon: PencilLine, words: 'Saving…' };
  if (state.is === 'saved') {
    const until = safariKeeps && formatDate(new Date(state.at.getTime() + safariKeeps), { locale });
    const words = `Draft saved on this device ${formatTime(state.at, { locale })}`;
    return { icon: Check, words: until ? `${words}, until ${until} if you do not come back` : words };
  }
  if (state.is === 'failed') return { icon: CloudOff, words: 'Draft not saved: this device cannot keep it' };
  return { icon: undefined, words: '' };
}

/** Whether the draft is saved on this device. Only a failure is announced, or every pause in typing would be. */
function DraftChip({ state }: { state: DraftState }) {
  const { icon: Icon, words } = describeState(state, useEvent()?.locale);
  return (
    <p
      role={state.is === 'failed' ? 'alert' : undefined}
      className="inline-flex min-h-6 items-center gap-1.5 text-xs text-muted"
    >
      {Icon && <Icon size={14} className="shrink-0" />}
      <span>{words}</span>
    </p>
  );
}

interface DraftBannerProps {
  savedAt: Date;
  onContinue: () => void;
  onStartOver: () => void;
}

function DraftBanner({ savedAt, onContinue, onStartOver }: DraftBannerProps) {
  const locale = useEvent()?.locale;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border-2 border-edge bg-butter p-4 text-ink"
    >
      <p className="flex-1 basis-60 font-semibold">
        Your draft was saved {formatRecent(savedAt, { locale }, new Date())}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onContinue}>
          Continue
        </Button>
        <button
          type="button"
          className="min-h-11 px-3 font-semibold underline underline-offset-4 outline-ink"
          onClick={onStartOver}
        >
          Start over
        </button>
      </div>
    </div>
  );
}

const focusBanner = (banner: HTMLElement | null) => banner?.focus();

/** Says that another application was submitted; what was typed here stays until the person deletes it. */
function CountedBanner({ at, onDelete }: { at: string; onDelete: () => void }) {
  const event = useEvent();
  return (
    <div
      ref={focusBanner}
      role="status"
      tabIndex={-1}
      className="grid gap-3 rounded-lg border-2 border-edge bg-butter p-4 text-ink"
    >
      <p className="font-semibold">
        You have already applied: your application of {formatDateTime(at, event)} counts. This draft is only
        on this device and is not sent.
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton href={paths.dashboard} variant="secondary">
          Go to your dashboard
        </LinkButton>
        <AppLink
          href={paths.dashboard}
          className="inline-flex min-h-11 items-center px-3 font-semibold underline underline-offset-4 outline-ink"
          onClick={onDelete}
        >
          Delete this draft
        </AppLink>
      </div>
    </div>
  );
}

function label(submission: Submission): string {
  if (submission.is !== 'uploading') return 'Submit application';
  // Everything is uploaded; the server is still reading and storing it.
  return submission.part < 1 ? `Uploading ${Math.floor(submission.part * 100)}%` : 'Finishing…';
}

interface SubmitBarProps {
  /** Shown before the button while nothing is being sent. */
  back?: ReactNode;
  submission: Submission;
  onCancel: () => void;
  onTryAgain: () => void;
}

function ApplicationSubmitBar({ back, submission, onCancel, onTryAgain }: SubmitBarProps) {
  const sending = submission.is === 'uploading';
  const cancel = useRef<HTMLButtonElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const { errors } = useFormContext<FormValues>().formState;
  const refused = submission.is === 'refused' ? (Object.keys(submission.fields) as FieldName[]) : [];
  const isMended = refused.length > 0 && !refused.some((field) => findError(errors, field));
  const wasSending = useRef(false);
  // The pressed button is disabled or removed, so the focus has to move, before and after.
  useEffect(() => {
    if (sending) cancel.current?.focus();
    else if (wasSending.current && document.activeElement === document.body) submit.current?.focus();
    wasSending.current = sending;
  }, [sending]);

  return (
    <div className="grid gap-4">
      {(submission.is === 'lost' ||
        submission.is === 'signedOut' ||
        (submission.is === 'refused' && !isMended)) && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-2 border-danger bg-surface p-4"
        >
          <p className="flex-1 basis-48">
            {submission.is === 'refused'
              ? submission.message
              : submission.is === 'lost'
                ? 'Connection lost. Your draft is safe.'
                : 'You have been signed out. Your draft is safe on this device.'}
          </p>
          {submission.is === 'lost' && (
            <Button variant="secondary" onClick={onTryAgain}>
              Try again
            </Button>
          )}
          {submission.is === 'signedOut' && (
            <a className="link font-semibold" href={`${paths.login}?returnTo=${paths.apply}`}>
              Sign in again
            </a>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-4">
        {!sending && back}
        <Button ref={submit} type="submit" busy={sending} className="tabular grow sm:min-w-56 sm:grow-0">
          {label(submission)}
        </Button>
        {sending && (
          <Button ref={cancel} variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {submission.is === 'cancelled' && (
          <p role="status" className="text-sm text-muted">
            Cancelled. Your draft is safe.
          </p>
        )}
      </div>
      {sending && (
        <progress
          className="progress"
          aria-label="Upload"
          max={100}
          value={Math.floor(submission.part * 100)}
        />
      )}
    </div>
  );
}
