import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FormProblem, parseDetails } from '../../../contract/apply/application-form.ts';
import { type Application, fieldLabels, unreadableResumeText } from '../../../contract/apply/applications.ts';
import { findOtherText, otherPrefix } from '../../../contract/apply/form-questions.ts';
import type { MyAccount } from '../../../contract/apply/my-account.ts';
import { getEventTimes, invitesToApply, isEventOver } from '../../../contract/event/phases.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import { formatDate } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { cleanLine } from '../../../contract/platform/text-rules.ts';
import { texts } from '../../../contract/texts.ts';
import { thingsQuery } from '../../event-day/lending/lending.api.ts';
import { FreshSignIn } from '../../layout/fresh-sign-in.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { accountQuery, applicationQuery, useRestore } from '../../lib/application.api.ts';
import { queryClient } from '../../lib/call.ts';
import { describeDiet, dietaryOptions, toSizeOptions } from '../../lib/detail-options.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useOnline } from '../../lib/online.ts';
import { useUser } from '../../lib/session.api.ts';
import { useTitle } from '../../lib/title.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { sentRequestsQuery } from '../../teams/teams.api.ts';
import { ask } from '../../ui/ask.tsx';
import { AppLink, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Field, Form, Input, NameInput, Textarea } from '../../ui/field.tsx';
import { PdfField } from '../../ui/file-drop.tsx';
import { ErrorBox, Skeleton } from '../../ui/page-states.tsx';
import { PdfLinks } from '../../ui/pdf-links.tsx';
import { Progress } from '../../ui/progress.tsx';
import { RadioChips } from '../../ui/radio-chips.tsx';
import {
  useDeleteAccount,
  useDownloadPersonalData,
  useUpdateDetails,
  useUpdateName,
  useUpdateResume,
  useWithdraw,
} from './account.api.ts';

interface SaveButtonProps {
  busy: boolean;
  /** What the form shows is not stored. */
  isUnsaved: boolean;
  children: ReactNode;
}

function SaveButton({ busy, isUnsaved, children }: SaveButtonProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button type="submit" busy={busy}>
        {children}
      </Button>
      {isUnsaved && !busy && <p className="text-sm text-muted">Not saved yet</p>}
    </div>
  );
}

function NameForm({ isApproved }: { isApproved: boolean }) {
  const user = useUser();
  const [name, setName, forget] = useUnsaved('name', user.name);
  const [isMissing, setMissing] = useState(false);
  const update = useUpdateName();
  const submit = () => {
    setMissing(name.trim() === '');
    forget();
    if (name.trim() !== '') update.mutate(name, { onSuccess: (answer) => setName(answer.user.name) });
  };
  const refused = update.error instanceof ApiError ? update.error.fields.name : undefined;
  const error = isMissing ? 'Please enter your name.' : refused ? `The name ${refused}.` : update.errorText;
  return (
    <Card title="Name">
      <Form noValidate onSubmit={submit} className="grid justify-items-start gap-4">
        <Field
          label="Full name"
          className="w-full"
          hint={
            isApproved
              ? 'Check-in also shows the name that was approved. A certificate shows only that one: if it has a typo, ask an organizer to correct it.'
              : undefined
          }
          error={error}
        >
          <NameInput value={name} onValueChange={setName} />
        </Field>
        <SaveButton busy={update.isPending} isUnsaved={name !== user.name}>
          Save name
        </SaveButton>
      </Form>
    </Card>
  );
}

export function Component() {
  useTitle('Your account');
  const user = useUser();
  const account = useLiveQuery(accountQuery(user), 'me');
  const online = useOnline();
  const application = account.data?.application;
  const { data: answers } = useQuery(applicationQuery(user));
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-6">
      <header>
        <h1 className="text-3xl" tabIndex={-1}>
          Your account
        </h1>
        <p className="mt-2 wrap-anywhere text-muted">{user.email}</p>
        <p role="status" className={online ? 'sr-only' : 'mt-4 font-semibold'}>
          {!online && 'You are offline. Changes can be saved once you are connected again.'}
        </p>
      </header>
      <NameForm isApproved={application?.status === 'approved'} />
      {account.isPending && <Skeleton text="Loading your account..." />}
      {account.isError && !account.data && (
        <ErrorBox message="Your account could not be loaded." onRetry={account.refetch} />
      )}
      {account.data && application && (
        <Card title="Your application" contentClass="grid gap-8">
          <DetailsForm
            // The fields begin again from what is stored.
            key={`${application.tShirtSize} ${application.dietaryRestrictions} ${answers?.major} ${answers?.whyJoin}`}
            details={application}
            answers={account.data.can.updateResume && answers ? answers : undefined}
            canChange={account.data.can.updateDetails}
          />
          <ResumeForm documents={application} canChange={account.data.can.updateResume} />
        </Card>
      )}
      {account.data && <WithdrawalCard account={account.data} />}
      <PersonalDataCard isTooOld={account.data?.isStale === true} />
    </div>
  );
}

interface DetailsFormProps {
  details: Pick<NonNullable<MyAccount['application']>, 'tShirtSize' | 'dietaryRestrictions'>;
  /** What can change until the review; undefined after it. */
  answers: Pick<Application, 'major' | 'whyJoin'> | undefined;
  canChange: boolean;
}

/** T-shirt size and diet, which change until check-in; major and motivation, until the review. */
function DetailsForm({ details, answers, canChange }: DetailsFormProps) {
  const ownDiet = findOtherText(details.dietaryRestrictions);
  const stored = {
    tShirtSize: details.tShirtSize,
    diet: ownDiet === undefined ? details.dietaryRestrictions : 'other',
    detail: ownDiet ?? '',
    major: answers?.major ?? '',
    whyJoin: answers?.whyJoin ?? '',
  };
  const [typed, setTyped, forget] = useUnsaved('details', stored);
  const { tShirtSize, diet, detail, major, whyJoin } = typed;
  const change = (part: Partial<typeof stored>) => setTyped({ ...typed, ...part });
  const isUnsaved = (Object.keys(stored) as (keyof typeof stored)[]).some(
    (key) => typed[key] !== stored[key],
  );
  const [problem, setProblem] = useState<FormProblem>();
  const update = useUpdateDetails();
  const event = useEvent();
  if (!canChange)
    return (
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact label={fieldLabels.tShirtSize}>{details.tShirtSize}</Fact>
        <Fact label={fieldLabels.dietaryRestrictions}>{describeDiet(details.dietaryRestrictions)}</Fact>
      </dl>
    );
  const submit = () => {
    const dietaryRestrictions = diet === 'other' ? otherPrefix + cleanLine(detail) : diet;
    const changed = { tShirtSize, dietaryRestrictions, ...(answers && { major, whyJoin }) };
    const parsed = parseDetails(changed, event ?? {});
    const found = 'problems' in parsed ? parsed.problems[0] : undefined;
    setProblem(found);
    if (found) document.getElementById(`details-${found.field}`)?.focus();
    else {
      forget();
      update.mutate(changed);
    }
  };
  const describeField = (field: FormProblem['field'], label: string) => ({
    id: `details-${field}`,
    label,
    className: 'w-full',
    error: problem?.field === field ? problem.message : undefined,
    required: true,
  });
  return (
    <Form noValidate onSubmit={submit} className="grid justify-items-start gap-5">
      <RadioChips
        legend={fieldLabels.tShirtSize}
        options={toSizeOptions(event)}
        value={tShirtSize}
        onValueChange={(value) => change({ tShirtSize: value })}
      />
      <RadioChips
        legend={fieldLabels.dietaryRestrictions}
        options={dietaryOptions}
        value={diet}
        onValueChange={(value) => change({ diet: value })}
      />
      {diet === 'other' && (
        <Field {...describeField('dietaryDetail', 'What should the kitchen know?')}>
          <Input value={detail} onValueChange={(value) => change({ detail: value })} />
        </Field>
      )}
      {answers && (
        <>
          <Field {...describeField('major', fieldLabels.major)}>
            <Input value={major} onValueChange={(value) => change({ major: value })} />
          </Field>
          <Field {...describeField('whyJoin', fieldLabels.whyJoin)}>
            <Textarea
              rows={5}
              limit={limits.text.whyJoin}
              value={whyJoin}
              onValueChange={(value) => change({ whyJoin: value })}
            />
          </Field>
        </>
      )}
      {update.errorText && <ErrorBox message={update.errorText} />}
      <SaveButton busy={update.isPending} isUnsaved={isUnsaved}>
        Save details
      </SaveButton>
    </Form>
  );
}

const deleteQuery = 'delete';
const askForDeletion = (event: EventView | undefined, lent: string[]) => ({
  title: 'Delete your account?',
  body: `Everything that is stored about you is deleted${event && isEventOver(event, Date.now()) ? ', and a certificate of yours can no longer be verified' : ''}.${event?.projects ? ' A project stays with the others of its team; one of yours alone is deleted, and leaves gallery and winners.' : ''}${lent.length > 0 ? ` You still have ${new Intl.ListFormat('en').format(lent)}: bring ${lent.length > 1 ? 'them' : 'it'} back first.` : ''} You cannot undo this.`,
  confirmLabel: 'Delete account',
  danger: true,
});

/** How long data is stored, the export, and the deletion of the account. */
function PersonalDataCard({ isTooOld }: { isTooOld: boolean }) {
  const event = useEvent();
  const hasLoans = useUser().role === 'hacker' && event?.lending;
  const [isStale, setStale] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Back from the sign-in that deleting asks for.
  useEffect(() => {
    if (new URLSearchParams(location.search).has(deleteQuery)) button.current?.focus();
  }, []);
  const remove = useDeleteAccount();
  const download = useDownloadPersonalData();
  // The person has to sign in again first, and is told so before the question.
  const deleteAccount = async () => {
    setStale(isTooOld);
    if (isTooOld) return;
    const things = hasLoans ? await queryClient.fetchQuery(thingsQuery).catch(() => []) : [];
    const lent = things.filter(({ isMine, state }) => isMine && state === 'lent');
    await ask(
      askForDeletion(
        event,
        lent.map(({ name, number }) => `${name} ${number}`),
      ),
      () => remove.mutateAsync(),
    );
  };
  return (
    <Card title="Your data" contentClass="grid justify-items-start gap-4">
      <p>
        Download everything that is stored about you, with your files.
        {event &&
          ` Your documents are deleted ${event.retention.documentDays} days after the event, and everything else ${event.retention.applicationDays} days after it; only anonymous counts stay.`}
      </p>
      <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
        Download your data
      </Button>
      <p className="mt-4">
        Deleting your account removes everything about you at once, and your files after a day.
      </p>
      <Button ref={button} variant="danger" onClick={() => void deleteAccount()}>
        Delete account
      </Button>
      <FreshSignIn
        action={remove}
        returnTo={`${paths.account}?${deleteQuery}`}
        tooOldText={isStale && 'To delete your account, sign in again first: this sign-in is too old.'}
      />
    </Card>
  );
}

interface ResumeFormProps {
  documents: Pick<NonNullable<MyAccount['application']>, 'resumeUrl' | 'pitchDeckUrl' | 'resumeUnreadable'>;
  canChange: boolean;
}

/** The stored documents, and the form that replaces the resume until the review. */
function ResumeForm({ documents, canChange }: ResumeFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const [part, setPart] = useState<number | null>(null);
  const update = useUpdateResume();
  const submit = () => {
    if (!file) return setProblem(texts.deck.noFile);
    setPart(0);
    update.mutate(
      { file, onProgress: setPart },
      { onSuccess: () => setFile(null), onSettled: () => setPart(null) },
    );
  };
  return (
    <div className="grid gap-4">
      {(documents.resumeUrl || documents.pitchDeckUrl) && (
        <p className="flex flex-wrap gap-x-6">
          <PdfLinks resumeUrl={documents.resumeUrl} pitchDeckUrl={documents.pitchDeckUrl} />
        </p>
      )}
      {documents.resumeUnreadable && (
        <p role="status">
          <strong>Your resume is stored.</strong> {unreadableResumeText}
        </p>
      )}
      {canChange ? (
        <Form noValidate onSubmit={submit} className="grid justify-items-start gap-4">
          <PdfField
            label="New resume"
            error={problem ?? update.errorText}
            file={file}
            texts={{ notPdf: texts.apply.resumeNotPdf, tooLarge: texts.apply.resumeTooLarge }}
            onChange={(chosen, refusal) => {
              update.reset();
              setProblem(refusal);
              if (!refusal) setFile(chosen);
            }}
          />
          {part !== null && <Progress part={part} />}
          <SaveButton busy={update.isPending} isUnsaved={file !== null}>
            Replace resume
          </SaveButton>
        </Form>
      ) : (
        <p className="text-muted">
          Your application has been reviewed, so your documents can no longer be replaced.
        </p>
      )}
    </div>
  );
}

/** Withdraws the application, and offers the way back; nothing where neither is possible. */
function WithdrawalCard({ account }: { account: MyAccount }) {
  const user = useUser();
  const { withdrawn, can } = account;
  const withdraw = useWithdraw();
  const restore = useRestore();
  const { data: asked = [] } = useQuery({
    ...sentRequestsQuery,
    enabled: user.team === null && can.withdraw,
  });
  const place = useRef<HTMLDivElement>(null);
  const isWithdrawn = withdrawn !== null;
  const wasWithdrawn = useRef(isWithdrawn);
  // The pressed button is gone with what it has changed: the focus stays at its place.
  useEffect(() => {
    if (wasWithdrawn.current !== isWithdrawn) place.current?.focus();
    wasWithdrawn.current = isWithdrawn;
  }, [isWithdrawn]);
  const event = useEvent();
  const isOver = event && isEventOver(event, Date.now());
  const isApproved = account.application?.status === 'approved';
  if (!withdrawn && !can.withdraw) return null;
  const question = {
    title: 'Withdraw your application?',
    body: [
      'The organizers no longer see it.',
      isApproved && 'Your pass becomes invalid.',
      user.team !== null &&
        'You leave your team, and your seat there does not come back when you restore the application.',
      asked.length > 0 &&
        'Your requests to join a team end, and do not come back when you restore the application.',
    ]
      .filter(Boolean)
      .join(' '),
    confirmLabel: 'Withdraw application',
    danger: true,
    returnFocus: () => place.current?.querySelector('button') ?? place.current,
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {withdrawn ? (
        <Withdrawn withdrawn={withdrawn} isBusy={restore.isPending} onRestore={() => restore.mutate()} />
      ) : (
        <Card title="Withdraw your application">
          <p className="mb-4">
            {!isOver && isApproved && 'If you cannot come, your place goes to somebody else. '}
            {event && invitesToApply(getEventTimes(event), Date.now())
              ? 'You can restore your application for as long as registration is open.'
              : 'The organizers no longer see it then.'}
          </p>
          <Button variant="secondary" onClick={() => void ask(question, () => withdraw.mutateAsync())}>
            Withdraw application
          </Button>
        </Card>
      )}
    </div>
  );
}

interface WithdrawnProps {
  withdrawn: NonNullable<MyAccount['withdrawn']>;
  isBusy: boolean;
  onRestore: () => void;
}

function Withdrawn({ withdrawn, isBusy, onRestore }: WithdrawnProps) {
  const event = useEvent();
  return (
    <Card title="Your application is withdrawn">
      <p className="mb-4">
        You withdrew it on {formatDate(withdrawn.at, event)}.{' '}
        {withdrawn.canRestore
          ? 'Restore it as it was, with the organizers’ decision if there is one, or apply again and fill in everything anew.'
          : `${texts.apply.closed}.`}
      </p>
      {withdrawn.canRestore && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button busy={isBusy} onClick={onRestore}>
            Restore application
          </Button>
          <AppLink href={paths.apply} className="link inline-flex min-h-11 items-center">
            Apply again
          </AppLink>
        </div>
      )}
    </Card>
  );
}
