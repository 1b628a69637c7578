import FileText from 'lucide:file-text';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type Application, shownFieldNames, shownFields } from '../../../contract/apply/applications.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { texts } from '../../../contract/texts.ts';
import { ApiError, getErrorMessage } from '../../lib/api-error.ts';
import { describeAction } from '../../lib/audited-actions.ts';
import { describeDiet } from '../../lib/detail-options.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorBox, Skeleton } from '../../ui/page-states.tsx';
import { removedText, StatusPill } from '../../ui/status-pill.tsx';
import { toast } from '../../ui/toast.tsx';
import { ActiveContentNote } from './active-content-note.tsx';
import { applicantTeamQuery, applicationByIdQuery, applicationHistoryQuery } from './applications.api.ts';
import { DetailSection } from './detail-section.tsx';
import { PersonActions, PlaceActions, StatusActions } from './person-actions.tsx';
import { describePlace } from './places/describe-place.ts';
import type { ApplicationReviewState } from './use-application-review.ts';
import { useCanDecide } from './use-can-decide.ts';
import type { OpenDocument } from './use-view-state.ts';

const AnswersCard = lazyPart(() => import('./answers-card.tsx'));
const NotesCard = lazyPart(() => import('./reviews/notes-card.tsx'));
const ReviewCard = lazyPart(() => import('./reviews/review-card.tsx'));

interface ApplicationDetailProps {
  id: string | undefined;
  /** The application as the list has it, shown until the current one is loaded. */
  known: Application | undefined;
  /** The text when none is selected. */
  empty: string;
  review: ApplicationReviewState;
  shortcuts: boolean;
  /** Called after a rating by keyboard; without it, keys do not rate. */
  onRated?: (() => void) | undefined;
}

/** The selected application in full; a sentence when none is selected. */
export function ApplicationDetail({ id, known, empty, review, shortcuts, onRated }: ApplicationDetailProps) {
  const { data, error, refetch } = useQuery({
    ...applicationByIdQuery(id ?? ''),
    enabled: id !== undefined,
    placeholderData: known?._id === id ? known : undefined,
  });
  if (!id) return <EmptyState text={empty} />;
  // Somebody else has deleted it: then nothing of it is shown any more.
  const isGone = error instanceof ApiError && error.status === 404;
  if (error && (!data || isGone))
    return <ErrorBox message={getErrorMessage(error, texts.admin.listFailed)} onRetry={refetch} />;
  if (!data) return <Skeleton text="Loading application..." />;
  return (
    <Detail key={data._id} application={data} review={review} onRated={onRated}>
      <StatusActions application={data} review={review} shortcuts={shortcuts} />
    </Detail>
  );
}

interface DetailProps {
  application: Application;
  review: ApplicationReviewState;
  onRated: ApplicationDetailProps['onRated'];
  children: ReactNode;
}

function Detail({ application, review, onRated, children }: DetailProps) {
  const { user } = application;
  const canDecide = useCanDecide();
  return (
    <article aria-labelledby="applicant" className="rounded-lg border border-hairline bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-3 border-b border-hairline p-5">
        <div className="min-w-0 flex-1">
          <h2 id="applicant" className="text-xl break-words">
            {formatName(user.name)}
          </h2>
          <p className="mt-1 text-sm text-muted break-all">
            {user.email ? (
              <a className="link" href={`mailto:${user.email}`}>
                {user.email}
              </a>
            ) : application.hidden ? (
              'Hidden until you rate'
            ) : (
              texts.admin.noEmail
            )}
          </p>
          {canDecide && !application.hidden && (
            <div className="flex flex-wrap items-center gap-x-4">
              <a
                className="link text-sm"
                href={`${paths.dashboard}?${new URLSearchParams({ viewAs: user._id, id: application._id })}`}
              >
                View as this person
              </a>
              <PersonActions application={application} />
            </div>
          )}
        </div>
        <StatusPill status={application.status} text={removedText(application)} />
      </header>
      {!application.removedAt && children}
      {canDecide && !application.removedAt && <PlaceActions application={application} />}
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
    ...shownFieldNames.map((name): [string, string] => [
      shownFields[name],
      name === 'dietaryRestrictions' ? describeDiet(application[name]) : application[name],
    ]),
    ['Applied', formatDateTime(application.createdAt, event)],
    ['Reviewed', application.reviewedAt && formatDateTime(application.reviewedAt, event)],
    [
      'Coming',
      application.attendanceConfirmed ? 'Yes, confirmed' : application.attendanceDeclined ? 'No' : null,
    ],
    ['Removed', application.removedAt ? formatDateTime(application.removedAt, event) : null],
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

/** The history of an application and its applicant: each action and who did it, newest first. */
function ApplicationHistory({ id }: { id: string }) {
  const { data } = useQuery(applicationHistoryQuery(id));
  const event = useEvent();
  if (!data || data.length === 0) return null;
  return (
    <DetailSection title="History">
      <ol className="grid gap-2">
        {data.toReversed().map((entry) => (
          <li key={entry._id} className="grid gap-x-4 text-sm sm:grid-cols-[12rem_1fr]">
            <time dateTime={entry.at} className="text-muted">
              {formatDateTime(entry.at, event)}
            </time>
            <span>
              <strong>{entry.by ?? 'The system'}</strong> {describeAction(entry, event?.checkpoints)}
              {entry.reason && `: ${entry.reason}`}
            </span>
          </li>
        ))}
      </ol>
    </DetailSection>
  );
}

interface DocumentLinksProps {
  application: Application;
  reading: OpenDocument | undefined;
  onRead: (document: OpenDocument | undefined) => void;
}

function DocumentLinks({ application, reading, onRead }: DocumentLinksProps) {
  const documents = [
    { kind: 'resume', part: 'resume', label: 'resume', url: application.resumeUrl },
    { kind: 'deck', part: 'pitchDeck', label: 'pitch deck', url: application.pitchDeckUrl },
  ] as const;
  if (documents.every(({ url }) => url === null)) return null;
  return (
    <DetailSection title="Documents">
      <ul className="flex flex-wrap gap-x-8 gap-y-3">
        {documents.map(
          ({ kind, part, label, url }) =>
            url && (
              <li key={kind} className="flex flex-wrap items-center gap-3">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-pressed={reading === kind}
                  onClick={() => onRead(reading === kind ? undefined : kind)}
                >
                  <FileText size={18} />
                  {reading === kind ? `Close ${label}` : `Read ${label}`}
                </Button>
                <a className="link text-sm" href={url}>
                  Download {label}
                </a>
                {application.activeContent?.includes(part) && (
                  <ActiveContentNote>Read it here instead of opening a download.</ActiveContentNote>
                )}
              </li>
            ),
        )}
      </ul>
    </DetailSection>
  );
}

function TeamCard({ id }: { id: string }) {
  const { data: team, error, refetch } = useQuery(applicantTeamQuery(id));
  useEffect(() => {
    if (error) toast.error(texts.admin.teamFailed, { id: 'team' });
  }, [error]);
  return (
    <section aria-labelledby="team">
      <h3 id="team" data-shortcut="t" tabIndex={-1} className="text-lg">
        Team
      </h3>
      {error ? (
        <ErrorBox message={texts.admin.teamNotLoaded} onRetry={refetch} />
      ) : !team ? (
        <Skeleton text="Loading team..." />
      ) : (
        <>
          <p className="mt-1 text-muted">
            <strong className="text-text">{team.name}</strong>, {team.members.length} of{' '}
            {team.members.length + team.seatsLeft}
          </p>
          <ul className="mt-3 grid gap-2">
            {team.members.map((member) => (
              <li key={member._id} className="flex min-w-0 items-center gap-3">
                <Avatar name={member.name} photo={member.photo} />
                <span className="min-w-0">
                  <span className="block truncate font-semibold">
                    {formatName(member.name)}
                    {member._id === team.creator._id && (
                      <span className="font-normal text-muted"> · leader</span>
                    )}
                  </span>
                  <span className="block truncate text-sm text-muted">
                    {member.email ?? texts.admin.noEmail}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
