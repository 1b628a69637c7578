import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { ExportsCard } from './exports-card.tsx';

// Off at most events.
const CertificatesCard = lazyPart(() => import('./certificates-card.tsx'));
const FeedbackCard = lazyPart(() => import('./feedback-card.tsx'));
const ResumeBookCard = lazyPart(() => import('./resume-book-card.tsx'));

/** What organizers do when the event is over. */
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
