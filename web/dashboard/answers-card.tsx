import type { Application } from '../../contract/applications.ts';
import { formatDate } from '../../contract/format.ts';
import type { EventView } from '../../contract/site.ts';
import { Card } from '../ui/card.tsx';

/** What the applicant answered beyond the specification's form, and whether their guardian has said yes. */
export function AnswersCard({ event, application }: { event: EventView; application: Application }) {
  const { answers = [], guardian } = application;
  return (
    <Card title="Your answers">
      {guardian && (
        <p role="status" className="mb-5 wrap-anywhere">
          {guardian.confirmedAt
            ? `Your parent or guardian said yes on ${formatDate(guardian.confirmedAt, event)}.`
            : `We asked ${guardian.email} on ${formatDate(guardian.sentAt, event)} whether you may take part. Please remind them: the email has a link. Is the address wrong? Write to the organizers.`}
        </p>
      )}
      <dl className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2">
        {answers.map((answer) => (
          <div key={answer.id}>
            <dt className="text-sm text-muted">{answer.label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{answer.value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
