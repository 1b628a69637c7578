import { lazy, Suspense } from 'react';
import { useEvent } from '../lib/event.api.ts';
import { useTitle } from '../lib/title.ts';
import { ExportsCard } from './exports-card.tsx';

// Off at most events.
const CertificatesCard = lazy(() => import('./certificates-card.tsx'));
const FeedbackCard = lazy(() => import('./feedback-card.tsx'));
const ResumeBookCard = lazy(() => import('./resume-book-card.tsx'));

/** What organizers do when the event is over. */
export function Component() {
  useTitle('After the event');
  const event = useEvent();
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 tabIndex={-1}>After the event</h1>
      {event && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <ExportsCard hasProjects={event.projects !== undefined} />
          <Suspense>{event.certificates && <CertificatesCard />}</Suspense>
          <Suspense>{event.resumeBook && <ResumeBookCard event={event} />}</Suspense>
          <Suspense>{event.feedback && <FeedbackCard />}</Suspense>
        </div>
      )}
    </div>
  );
}
