import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useTitle } from '../../lib/title.ts';
import { ExportsCard } from './exports-card.tsx';

// Off at most events.
const CertificatesCard = lazyPart(() => import('./certificates-card.tsx'));
const FeedbackCard = lazyPart(() => import('./feedback-card.tsx'));
const ResumeBookCard = lazyPart(() => import('./resume-book-card.tsx'));

/** What organizers do when the event is over. */
export function Component() {
  useTitle('After the event');
  const event = useEvent();
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 tabIndex={-1}>After the event</h1>
      {event && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <ExportsCard event={event} />
          {event.certificates && <CertificatesCard />}
          {event.resumeBook && <ResumeBookCard event={event} />}
          {event.feedback && <FeedbackCard />}
        </div>
      )}
    </div>
  );
}
