import { useQuery } from '@tanstack/react-query';
import type { EventView } from '../../../contract/event/site.ts';
import { reviewStatusQuery } from '../../apply/applications/reviews/reviews.api.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CsvSeparator } from '../../ui/csv-separator.tsx';
import { exportUrls } from './after-event.api.ts';

// Most events do not use this.
const CertificatesCard = lazyPart(() => import('./certificates-card.tsx'));
const FeedbackCard = lazyPart(() => import('./feedback-card.tsx'));
const ResumeBookCard = lazyPart(() => import('./resume-book-card.tsx'));

export function Component() {
  const event = useEvent();
  return (
    <WorkPage title="After the event">
      {event && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <ExportsCard event={event} />
          {event.certificates && <CertificatesCard />}
          {event.resumeBook && <ResumeBookCard event={event} />}
          {event.feedback && <FeedbackCard />}
        </div>
      )}
    </WorkPage>
  );
}

/** The exports of the whole event; while review is blind, those that contain names are not offered. */
function ExportsCard({ event }: { event: EventView }) {
  const { data } = useQuery(reviewStatusQuery);
  return (
    <Card title="Export" className="lg:col-span-2">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <CsvSeparator />
        <p className="text-sm text-muted">
          Excel in German, French or Spanish needs semicolons. Every export from this browser follows.
        </p>
      </div>
      <div className="grid gap-x-8 gap-y-4 lg:auto-cols-fr lg:grid-flow-col">
        {data?.blind ? (
          <p>Review is blind, and these files name everybody. Turn blind review off to export them.</p>
        ) : (
          <>
            <div className="grid content-between justify-items-start gap-2">
              <p>
                Everything in one zip, as CSV and as JSON: registrations with attendance, check-ins,
                agreements, teams, {event.projects && 'projects (drafts as JSON only), '}scores
                {event.feedback ? ', results, winners and feedback' : ', results and winners'}. Each download
                is recorded.
              </p>
              <LinkButton document href={exportUrls.event} variant="secondary">
                Export everything
              </LinkButton>
            </div>
            <div className="grid content-between justify-items-start gap-2">
              <p>The registrations in the columns that student leagues ask for, with who was there.</p>
              <LinkButton document href={exportUrls.registrations} variant="secondary">
                Export registrations
              </LinkButton>
            </div>
          </>
        )}
        {event.projects && (
          <div className="grid content-between justify-items-start gap-2">
            <p>The submitted projects in the columns of Devpost.</p>
            <LinkButton document href={exportUrls.projects} variant="secondary">
              Export projects
            </LinkButton>
          </div>
        )}
      </div>
    </Card>
  );
}
