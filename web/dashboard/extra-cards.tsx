import type { Application } from '../../contract/applications.ts';
import type { EventView } from '../../contract/site.ts';
import type { User } from '../../contract/users.ts';
import { AgreementsCard } from './agreements-card.tsx';
import { AnswersCard } from './answers-card.tsx';

interface ExtraCardsProps {
  user: User;
  event: EventView;
  application: Application;
}

/** What the applicant was asked beyond the specification's form. */
export default function ExtraCards({ user, event, application }: ExtraCardsProps) {
  return (
    <>
      {(application.answers?.length || application.guardian) && (
        <AnswersCard event={event} application={application} />
      )}
      {event.agreements && <AgreementsCard user={user} event={event} application={application} />}
    </>
  );
}
