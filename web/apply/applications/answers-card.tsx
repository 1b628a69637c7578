import { useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import type { GuardianState } from '../../../contract/apply/guardians.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { AnswerText } from '../../ui/answer-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Form, Input } from '../../ui/field.tsx';
import { ActiveContentNote } from './active-content-note.tsx';
import { useSendGuardianEmail } from './applications.api.ts';
import { DetailSection } from './detail-section.tsx';
import { useCanDecide } from './use-can-decide.ts';

interface GuardianSectionProps {
  id: string;
  guardian: GuardianState;
  event: EventView | undefined;
}

/** The guardian whose consent is needed, their answer, and the button that asks again. */
function GuardianSection({ id, guardian, event }: GuardianSectionProps) {
  const [email, setEmail] = useState(guardian.email ?? '');
  const canDecide = useCanDecide();
  const ask = useSendGuardianEmail(id);
  const onSubmit = () => {
    ask.mutate(email);
  };
  return (
    <DetailSection title="Parent or guardian">
      <p className="wrap-anywhere">
        {guardian.confirmedAt
          ? `${guardian.email ?? 'They'} said yes ${formatDateTime(guardian.confirmedAt, event)}.`
          : guardian.declinedAt
            ? `${guardian.email ?? 'They'} said no ${formatDateTime(guardian.declinedAt, event)}. The applicant knows; only you can ask again.`
            : `No answer yet. Last asked ${formatDateTime(guardian.sentAt, event)}.`}
      </p>
      {canDecide && !guardian.confirmedAt && guardian.email !== null && (
        <Form className="mt-3 flex flex-wrap items-end gap-3" onSubmit={onSubmit}>
          <Field label="Email address" className="grow" error={ask.errorText}>
            <Input type="email" value={email} onValueChange={setEmail} />
          </Field>
          <Button type="submit" variant="secondary" busy={ask.isPending}>
            Ask again
          </Button>
        </Form>
      )}
    </DetailSection>
  );
}

/** An applicant's answers and agreements beyond the specification's form, and their guardian's answer. */
export default function AnswersCard({ application }: { application: Application }) {
  const event = useEvent();
  const { _id, answers = [], guardian } = application;
  return (
    <>
      {guardian && <GuardianSection id={_id} guardian={guardian} event={event} />}
      {answers.length > 0 && (
        <DetailSection title="Answers">
          <dl className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 gap-y-4">
            {answers.map((answer) => (
              <div key={answer.id} className="min-w-0">
                <dt className="text-sm text-muted">
                  {answer.label}
                  {answer.sensitive && ' · sensitive'}
                </dt>
                <dd className="whitespace-pre-wrap break-words">
                  <AnswerText answer={answer} />
                  {answer.hasActiveContent && <ActiveContentNote />}
                </dd>
              </div>
            ))}
          </dl>
        </DetailSection>
      )}
      <Agreements event={event} made={application.agreements ?? []} />
    </>
  );
}

interface AgreementsProps {
  event: EventView | undefined;
  made: NonNullable<Application['agreements']>;
}

function Agreements({ event, made: agreements }: AgreementsProps) {
  const open = (event?.agreements ?? []).filter(
    ({ id, version }) =>
      !agreements.some((made) => made.id === id && made.version === version && !made.revokedAt),
  );
  if (agreements.length + open.length === 0) return null;
  return (
    <DetailSection title="Agreements">
      <ul className="grid gap-1 text-sm">
        {agreements.map(({ id, version, title, at, revokedAt }) => (
          <li key={`${id} ${version}`}>
            <strong>{title}</strong> (version {version}): agreed {formatDateTime(at, event)}
            {revokedAt && `, revoked ${formatDateTime(revokedAt, event)}`}
          </li>
        ))}
        {open.map(({ id, version, title, required }) => (
          <li key={`${id} ${version}`}>
            <strong>{title}</strong> (version {version}): {required ? 'not agreed yet' : 'no'}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
