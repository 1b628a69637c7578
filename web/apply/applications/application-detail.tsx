import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { texts } from '../../../contract/texts.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { ApplicationHistory } from './application-history.tsx';
import { applicationByIdQuery } from './applications.api.ts';
import { DetailSection } from './detail-section.tsx';
import { DocumentLinks } from './document-links.tsx';
import { describePlace } from './places/describe-place.ts';
import { PlaceActions } from './places/place-actions.tsx';
import { StatusActions } from './status-actions.tsx';
import { TeamCard } from './team-card.tsx';
import type { ApplicationReviewState } from './use-application-review.ts';
import { useCanDecide } from './use-can-decide.ts';

const AnswersCard = lazyPart(() => import('./answers-card.tsx'));
const NotesCard = lazyPart(() => import('./reviews/notes-card.tsx'));
const ReviewCard = lazyPart(() => import('./reviews/review-card.tsx'));

interface ApplicationDetailProps {
  id: string | undefined;
  /** The application as the list has it, shown until the current one is loaded. */
  known: Application | undefined;
  /** The text when none is selected. */
  empty?: string;
  review: Pick<ApplicationReviewState, 'decide' | 'undo' | 'refusal' | 'dismissRefusal' | 'reading' | 'read'>;
  shortcuts: boolean;
  /** Goes on after a rating by keys; without it there are no keys for ratings. */
  onRated?: (() => void) | undefined;
}

/** The selected application in full; a sentence when none is selected. */
export function ApplicationDetail({
  id,
  known,
  empty = texts.admin.nothingSelected,
  review,
  shortcuts,
  onRated,
}: ApplicationDetailProps) {
  const { data, error, refetch } = useQuery({
    ...applicationByIdQuery(id ?? ''),
    enabled: id !== undefined,
    placeholderData: known?._id === id ? known : undefined,
  });
  if (!id) return <EmptyState text={empty} />;
  if (error && !data)
    return <ErrorBox message={getErrorMessage(error, texts.admin.listFailed)} onRetry={refetch} />;
  if (!data) return <Skeleton text="Loading application..." />;
  return (
    <Detail key={data._id} application={data} review={review} onRated={onRated}>
      <StatusActions
        application={data}
        refusal={review.refusal?.id === data._id ? review.refusal.message : undefined}
        shortcuts={shortcuts}
        onDecide={(status) => review.decide(data, status)}
        onUndo={(status) => review.undo(data._id, status)}
        onDismiss={review.dismissRefusal}
      />
    </Detail>
  );
}

interface DetailProps {
  application: Application;
  review: ApplicationDetailProps['review'];
  onRated: ApplicationDetailProps['onRated'];
  children: ReactNode;
}

function Detail({ application, review, onRated, children }: DetailProps) {
  const { user } = application;
  const canDecide = useCanDecide();
  return (
    <article aria-labelledby="applicant" className="rounded-lg border border-hairline bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-3 border-b border-hairline p-5">
        <div className="min-w-0">
          <h2 id="applicant" className="text-xl break-words">
            {formatName(user.name)}
          </h2>
          <p className="mt-1 text-sm text-muted break-all">
            {user.email ? (
              <a className="link" href={`mailto:${user.email}`}>
                {user.email}
              </a>
            ) : (
              texts.admin.noEmail
            )}
          </p>
          {canDecide && (
            <a
              className="link text-sm"
              href={`${paths.dashboard}?${new URLSearchParams({ viewAs: user._id, id: application._id })}`}
            >
              View as this person
            </a>
          )}
        </div>
        <StatusPill status={application.status} />
      </header>
      {children}
      {canDecide && <PlaceActions application={application} />}
      <div className="grid gap-6 p-5">
        <Facts application={application} />
        <DetailSection title="Why they want to join">
          <p className="max-w-[66ch] whitespace-pre-wrap break-words">{application.whyJoin}</p>
        </DetailSection>
        <DocumentLinks application={application} reading={review.reading} onRead={review.read} />
        {(application.answers || application.agreements || application.guardian) && (
          <AnswersCard application={application} />
        )}
        <ReviewCard application={application} onRated={onRated} />
        <NotesCard key={application._id} id={application._id} />
        {user.team && <TeamCard id={user.team} />}
        <ApplicationHistory id={application._id} />
      </div>
    </article>
  );
}

function Facts({ application }: { application: Application }) {
  const event = useEvent();
  const facts: [string, string | null][] = [
    ['Major', application.major],
    ['Track', application.track],
    ['T-shirt', application.tShirtSize],
    ['Dietary', application.dietaryRestrictions],
    ['Applied', formatDateTime(application.createdAt, event)],
    ['Reviewed', application.reviewedAt && formatDateTime(application.reviewedAt, event)],
    [
      'Coming',
      application.attendanceConfirmed ? 'Yes, confirmed' : application.attendanceDeclined ? 'No' : null,
    ],
    ['Place', describePlace(application, event)],
    ['Checked in', application.checkedInAt && formatDateTime(application.checkedInAt, event)],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6 gap-y-4">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-semibold break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
