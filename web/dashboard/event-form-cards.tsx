import { AgreementsCard } from './agreements-card.tsx';
import { AnswersCard } from './answers-card.tsx';
import type { ApplicantProps } from './applicant-props.ts';
import { GuardianCard } from './guardian-card.tsx';

/** What the applicant was asked beyond the specification's form. */
export default function EventFormCards({ user, event, application }: ApplicantProps) {
  return (
    <>
      {application.guardian && (
        <GuardianCard
          // The field begins again from the address that was asked.
          key={application.guardian.email}
          user={user}
          event={event}
          guardian={application.guardian}
          ended={application.status === 'rejected'}
        />
      )}
      {application.answers && <AnswersCard user={user} event={event} application={application} />}
      {event.agreements && <AgreementsCard user={user} event={event} application={application} />}
    </>
  );
}
