import { useState } from 'react';
import type { MadeAgreement } from '../../contract/apply/agreements.ts';
import { listQuestions } from '../../contract/apply/form-questions.ts';
import type { GuardianState } from '../../contract/apply/guardians.ts';
import { getEventTimes, hasEnded } from '../../contract/event/phases.ts';
import type { EventView } from '../../contract/event/site.ts';
import { formatDate, formatDateTime } from '../../contract/platform/format.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useIsUnsaved } from '../lib/use-unsaved.ts';
import { AgreementLinks } from '../ui/agreement-links.tsx';
import { AnswerText } from '../ui/answer-text.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Fact } from '../ui/fact.tsx';
import { Field, Form, Input } from '../ui/field.tsx';
import { Bar, Skeleton } from '../ui/page-states.tsx';
import type { ApplicantProps } from './applicant-props.ts';
import { useSendMyGuardianEmail, useUpdateAgreement } from './dashboard.api.ts';

const AnswersForm = lazyPart(
  () => import('./answers-form.tsx'),
  <Skeleton text="Loading your answers...">
    <Bar className="h-96" />
  </Skeleton>,
);

/** What the applicant answered beyond the specification's form, and, until they are checked in, the form that changes it. */
export function AnswersCard({ event, application }: ApplicantProps) {
  const [changing, setChanging] = useState(useIsUnsaved('answers'));
  const { answers = [], editableAnswers, track } = application;
  const asked = listQuestions(event.questions ?? [], track, editableAnswers ?? {});
  const open = asked.filter(({ id, required }) => required && !answers.some((answer) => answer.id === id));
  const ended = hasEnded(getEventTimes(event), Date.now());
  const canChange = editableAnswers !== undefined && asked.length > 0 && !ended;
  if (answers.length === 0 && !canChange) return null;
  if (changing && canChange)
    return (
      <Card title="Your answers">
        <AnswersForm {...{ event, application, editableAnswers }} onDone={() => setChanging(false)} />
      </Card>
    );
  return (
    <Card
      title="Your answers"
      aside={
        canChange && (
          <Button variant="secondary" onClick={() => setChanging(true)}>
            Change answers
          </Button>
        )
      }
    >
      {canChange && open.length > 0 && (
        <p className="mb-5 font-semibold wrap-anywhere">
          Still to answer: {open.map(({ label }) => label).join(', ')}
        </p>
      )}
      <dl className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2">
        {answers.map((answer) => (
          <Fact key={answer.id} label={answer.label} className="whitespace-pre-line">
            <AnswerText answer={answer} />
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

export default function EventFormCards({ event, application }: ApplicantProps) {
  return (
    <>
      {application.guardian && (
        <GuardianCard
          // After a correction the field shows the address that was written to.
          key={application.guardian.email}
          event={event}
          guardian={application.guardian}
          ended={application.status === 'rejected'}
        />
      )}
      {application.answers && <AnswersCard event={event} application={application} />}
      {event.agreements && <AgreementsCard event={event} application={application} />}
    </>
  );
}

type Agreement = NonNullable<EventView['agreements']>[number];

/** What the person agreed to, what is still open, and the buttons that change it. */
function AgreementsCard({ event, application }: ApplicantProps) {
  const made = application.agreements ?? [];
  // Somebody who is not coming has nothing to agree to, but can still revoke.
  const isRejected = application.status === 'rejected';
  const agreements = (event.agreements ?? []).filter(
    ({ id }) => !isRejected || made.some((one) => one.id === id && !one.revokedAt),
  );
  if (agreements.length === 0) return null;
  return (
    <Card title="Agreements">
      <ul className="grid gap-6">
        {agreements.map((agreement) => (
          <AgreementRow
            key={agreement.id}
            event={event}
            agreement={agreement}
            isRejected={isRejected}
            made={made.filter(({ id, revokedAt }) => id === agreement.id && !revokedAt).at(-1)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface AgreementRowProps {
  event: EventView;
  agreement: Agreement;
  isRejected: boolean;
  /** The last version that is agreed to and not revoked. */
  made: MadeAgreement | undefined;
}

function AgreementRow({ event, agreement, isRejected, made }: AgreementRowProps) {
  const { id, version, title, text, links, required } = agreement;
  const update = useUpdateAgreement();
  const isCurrent = made?.version === version;
  const state = isCurrent
    ? `You agreed on ${formatDate(made.at, event)}.`
    : made
      ? `This text is newer than the one that you agreed to on ${formatDate(made.at, event)}.`
      : required
        ? 'Please agree to this: nobody can take part without it.'
        : 'You have not agreed. This is optional.';
  return (
    <li className="grid justify-items-start gap-2">
      <h3 className="text-lg">{title}</h3>
      <p className="max-w-prose whitespace-pre-line">{text}</p>
      <AgreementLinks links={links} />
      <p className={isCurrent || !required ? 'text-sm text-muted' : 'font-semibold'}>{state}</p>
      {!isCurrent && !isRejected && (
        <Button
          variant={required ? 'primary' : 'secondary'}
          busy={update.isPending}
          aria-label={`Agree: ${title}`}
          onClick={() => update.mutate({ id, agreed: true, version })}
        >
          Agree
        </Button>
      )}
      {made && !required && (
        <Button
          variant="secondary"
          busy={update.isPending}
          aria-label={`Revoke: ${title}`}
          onClick={() => update.mutate({ id, agreed: false, version })}
        >
          Revoke
        </Button>
      )}
    </li>
  );
}

interface GuardianCardProps {
  event: EventView;
  guardian: GuardianState;
  /** Nobody is asked any more: the application was rejected. */
  ended: boolean;
}

/** What the applicant's parent or guardian has answered, and the form that asks again or corrects the address. */
function GuardianCard({ event, guardian, ended }: GuardianCardProps) {
  const [email, setEmail] = useState(guardian.email ?? '');
  const ask = useSendMyGuardianEmail();
  const submit = () => {
    ask.mutate(email.trim());
  };
  const { confirmedAt, declinedAt, sentAt } = guardian;
  const state = confirmedAt
    ? `Your parent or guardian said yes on ${formatDateTime(confirmedAt, event)}.`
    : declinedAt
      ? `Your parent or guardian said no on ${formatDateTime(declinedAt, event)}, so you cannot take part. If they have changed their mind, ask the organizers to contact them again.`
      : `We asked ${guardian.email} on ${formatDateTime(sentAt, event)} whether you may take part. Please remind them: the email has a link.`;
  return (
    <Card id="guardian" title="Parent or guardian">
      <p role="status" className="wrap-anywhere">
        {state}
      </p>
      {!ended && !confirmedAt && !declinedAt && (
        <Form noValidate className="mt-5 grid justify-items-start gap-4" onSubmit={submit}>
          <Field
            label="Email address"
            hint="Correct it here if it is wrong. The link in the earlier email then stops working."
            error={ask.errorText}
            className="w-full"
          >
            <Input type="email" inputMode="email" value={email} onValueChange={setEmail} />
          </Field>
          <Button type="submit" variant="secondary" busy={ask.isPending}>
            Send the email again
          </Button>
        </Form>
      )}
    </Card>
  );
}
