import type { Application } from '../../contract/applications.ts';
import type { EventView } from '../../contract/site.ts';
import type { User } from '../../contract/users.ts';
import { AgreementsCard } from './agreements-card.tsx';
import { AnswersCard } from './answers-card.tsx';
import { GuardianCard } from './guardian-card.tsx';

interface ExtraCardsProps {
  user: User;
  event: EventView;
  application: Application;
}

/** What the applicant was asked beyond the specification's form. */
export default function ExtraCards({ user, event, application }: ExtraCardsProps) {
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
