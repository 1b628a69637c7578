import { type Application, fieldLabels, shownFieldNames } from '../../contract/apply/applications.ts';
import { getEventTimes, hasEnded } from '../../contract/event/phases.ts';
import type { EventView } from '../../contract/event/site.ts';
import { formatDate } from '../../contract/platform/format.ts';
import { paths } from '../../contract/platform/pages.ts';
import { describeDiet } from '../lib/detail-options.ts';
import { useUser } from '../lib/session.api.ts';
import { AppLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Fact } from '../ui/fact.tsx';
import { PdfLinks } from '../ui/pdf-links.tsx';
import { TrackPicker } from './track-picker.tsx';

interface DetailsCardProps {
  event: EventView | undefined;
  application: Application;
  folds: 'auto' | 'open' | 'closed';
}

/** Everything that was entered, and the choice of track while it is still open. */
export default function DetailsCard({ event, application, folds }: DetailsCardProps) {
  const user = useUser();
  const { resumeUrl, pitchDeckUrl } = application;
  // Nobody decides after the event.
  const isOver =
    event !== undefined && application.status === 'pending' && hasEnded(getEventTimes(event), Date.now());
  return (
    <Card title="Application Details" folds={folds}>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact label="Full name">{application.user.name}</Fact>
        <Fact label="Email">{application.user.email ?? user.email}</Fact>
        {shownFieldNames
          .filter((name) => name !== 'track' || isOver)
          .map((name) => (
            <Fact key={name} label={fieldLabels[name]}>
              {name === 'dietaryRestrictions' ? describeDiet(application[name]) : application[name]}
            </Fact>
          ))}
        <Fact label="Application date">{formatDate(application.createdAt, event)}</Fact>
        <Fact label={fieldLabels.whyJoin} className="sm:col-span-2">
          <p className="max-w-prose whitespace-pre-line">{application.whyJoin}</p>
        </Fact>
        {(resumeUrl || pitchDeckUrl) && (
          <Fact label="Files" className="sm:col-span-2">
            <div className="flex flex-wrap gap-x-6">
              <PdfLinks resumeUrl={resumeUrl} pitchDeckUrl={pitchDeckUrl} />
            </div>
          </Fact>
        )}
      </dl>
      <AppLink href={paths.account} className="link mt-2 inline-flex min-h-11 items-center">
        {application.status === 'pending' && !isOver ? 'Change or withdraw your application' : 'Your account'}
      </AppLink>
      {event && !isOver && (
        <div className="mt-3 border-t border-hairline pt-3">
          <TrackPicker event={event} application={application} />
        </div>
      )}
    </Card>
  );
}
