import ArrowUpRight from 'lucide:arrow-up-right';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { type Application, unreadableResumeText } from '../../contract/apply/applications.ts';
import { getParticipantStep, type NextAction } from '../../contract/event/participant-step.ts';
import { getEventPhase, getEventTimes, hasEnded } from '../../contract/event/phases.ts';
import type { EventView } from '../../contract/event/site.ts';
import { formatCount, formatDate } from '../../contract/platform/format.ts';
import { paths } from '../../contract/platform/pages.ts';
import type { ReceivedRequest, Team } from '../../contract/teams/teams.ts';
import { texts } from '../../contract/texts.ts';
import { AnnouncementList } from '../event-day/announcements/announcement-list.tsx';
import { myAnnouncementsQuery } from '../event-day/announcements/my-announcements.api.ts';
import { queryClient } from '../lib/call.ts';
import { joinClasses } from '../lib/classes.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { sessionQuery, useUser } from '../lib/session.api.ts';
import { useLiveQuery } from '../lib/use-live-query.ts';
import { useNow } from '../lib/use-now.ts';
import { viewedPerson } from '../lib/viewed-person.ts';
import { projectQuery } from '../projects/project/project.api.ts';
import { ProjectCard } from '../projects/project/project-card.tsx';
import { describeTakingIn } from '../teams/seats.ts';
import { useDecideJoinRequest, useJoinedTeam } from '../teams/teams.api.ts';
import { AppLink, Button } from '../ui/button.tsx';
import { Card, useWide } from '../ui/card.tsx';
import { FirstConfetti } from '../ui/confetti.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { Bar, Skeleton } from '../ui/page-states.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import { myCommentsQuery } from './dashboard.api.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { isGuardianMissing } from './guardian.ts';
import { hasPlace } from './has-place.ts';
import { NextStep } from './next-step.tsx';
import { PassCard } from './pass-card.tsx';
import { PassScreen, PhoneBar, type Tab, toTab, useTeamsClosed, useWaiting } from './phone-bar.tsx';
import { Welcome } from './welcome.tsx';

// Once what the page shows first has had the network to itself.
setTimeout(() => void PassScreen.preload().catch(() => undefined), 2000);
// They are below what is seen first, or behind a tab.
const TeamFormation = lazyPart(() => import('../teams/team-formation.tsx'));
const PendingTeam = lazyPart(() => import('../teams/pending-team.tsx'));
const DetailsCard = lazyPart(() => import('./details-card.tsx'));
const EventFormCards = lazyPart(() => import('./event-form-cards.tsx'));
const HelpCard = lazyPart(() => import('../event-day/help/help-card.tsx'));
const LendingCard = lazyPart(() => import('../event-day/lending/lending-card.tsx'));
const FeedbackCard = lazyPart(() => import('./feedback-card.tsx'));
// Loaded when it is needed: few applicants are minors.
const GuardianNote = lazyPart(() => import('./guardian-note.tsx'));
// Few people come by a link.
const JoinedTeam = lazyPart(() => import('../teams/joined-team.tsx'));
const InviteLinkCard = lazyPart(() => import('../teams/invite-link-card.tsx'));

/** What judges wrote to the team; nothing while there is nothing. */
function JudgeComments() {
  const comments = useLiveQuery(myCommentsQuery, 'announcements').data ?? [];
  if (comments.length === 0) return null;
  return (
    <Card title="Comments from the judges">
      <ul className="grid gap-3">
        {comments.map(({ _id, comment }) => (
          <li key={_id} className="border-l-4 border-primary pl-3 whitespace-pre-line wrap-anywhere">
            {comment}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ApplicantDashboardProps {
  event: EventView | undefined;
  application: Application;
}

const asksForFeedback = (event: EventView | undefined, { checkedInAt }: Application) =>
  event?.feedback && checkedInAt && !viewedPerson;

/**
 * Returns whether what the cards show is here, with its code; from then on they stay. Each by itself would push down what
 * is being read.
 */
function useCardsReady({
  event,
  application,
  waitsForProject,
}: ApplicantDashboardProps & { waitsForProject: boolean }): boolean {
  const { isLoading: waitsForAnnouncements } = useQuery(myAnnouncementsQuery(useUser()));
  const [hasParts, setHasParts] = useState(false);
  useEffect(() => {
    const approved = application.status === 'approved';
    const parts = [
      DetailsCard,
      approved && TeamFormation,
      application.status === 'pending' && PendingTeam,
      // Before the event too: they come when it begins.
      approved && event?.help && HelpCard,
      approved && event?.lending && LendingCard,
      asksForFeedback(event, application) && FeedbackCard,
    ].filter((part) => !!part);
    void Promise.allSettled(parts.map(({ preload }) => preload())).then(() => setHasParts(true));
  }, [event, application]);
  const [isReady, setReady] = useState(false);
  if (!isReady && hasParts && !waitsForAnnouncements && !waitsForProject) setReady(true);
  return isReady;
}

/**
 * The dashboard of an applicant. On phones everything is in one column, with a bar at the bottom that opens the team as a
 * tab. On wider screens what is needed at the event stays at the side; on very wide ones the team has a
 * column of its own.
 */
export function ApplicantDashboard({ event, application }: ApplicantDashboardProps) {
  const user = useUser();
  const now = useNow();
  const isWide = useWide();
  const [isPassOpen, setPassOpen] = useState(false);
  const joined = useJoinedTeam();
  const { data: announcements = [] } = useQuery(myAnnouncementsQuery(user));
  const times = useMemo(() => event && getEventTimes(event), [event]);
  const approved = application.status === 'approved';
  const passMissing = approved && !user.qrCode;
  // The pass is part of the user and exists from approval on, so the session has to be asked again.
  useEffect(() => {
    if (passMissing) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [passMissing]);
  const participant = { application, inTeam: user.team !== null, solo: user.teamPreference === 'solo' };
  const step = times && getParticipantStep(participant, times, now);
  const isLive = times !== undefined && getEventPhase(times, now) === 'live';
  const { phase } = step ?? {};
  const isOver = phase === 'after';
  /** The event is over: cards for it are no longer needed. */
  const isDone = isOver && Boolean(application.checkedInAt);
  const ended = times !== undefined && hasEnded(times, now);
  const teamsClosed = useTeamsClosed({ event, application });
  const hasTeamPart = approved && (!teamsClosed || user.team !== null);
  const tab = useTab(hasTeamPart && !isWide && (!isOver || isDone));
  const shown = event && { event, application };
  const waiting = useWaiting(event?.teamDirectory ?? false);

  const { isLoading: waitsForProject } = useQuery({
    ...projectQuery(user),
    enabled: approved && event?.projects !== undefined,
  });
  const cardsAreReady = useCardsReady({ event, application, waitsForProject });
  // In these phases the project's results or deadline come first, so the page waits for the project.
  if ((isOver || phase === 'on-site') && waitsForProject)
    return (
      <div className="grid max-w-3xl grid-cols-1 gap-8">
        <Welcome />
        <DashboardSkeleton />
      </div>
    );

  // At the event and after it, what goes on comes first, and the status of the application last.
  const dayLeads = phase === 'on-site' || isDone;
  /** Does not come, by their own answer or because their place went to somebody else. */
  const isOut =
    approved && !application.checkedInAt && (application.attendanceDeclined || !hasPlace(application));
  const status = (
    <StatusLine
      event={event}
      application={application}
      now={now}
      action={step?.action}
      isSmall={dayLeads || isOut}
    />
  );
  // Somebody who gave their place away, or never came, has no pass.
  const needsPass = application.checkedInAt || (hasPlace(application) && !ended);
  const pass = approved && user.qrCode && needsPass && (
    <PassCard
      qrCode={user.qrCode}
      event={event}
      application={application}
      isOpenAt={isLive && event?.place}
      isOver={isOver}
      onOpen={() => setPassOpen(true)}
    />
  );
  // People who are coming need it most, until they are checked in; whoever gave their place away is not coming.
  const passLeads =
    !isWide &&
    phase === 'approved' &&
    (application.attendanceConfirmed || isLive) &&
    !isGuardianMissing(application);
  const community = approved && event && event.community.length > 0 && cardsAreReady && (
    <CommunityCard links={event.community} />
  );
  const invitation = !viewedPerson && <InviteLinkCard application={application} />;
  // Once the event is on or over, or for somebody who does not come, other things matter more than an old invitation.
  const invitationWaits = isOver || isOut || (isLive && !application.checkedInAt);
  return (
    <div
      className={joinClasses(
        'grid grid-cols-1 gap-2 sm:gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[repeat(3,auto)_1fr]',
        approved && 'min-[100rem]:grid-cols-3',
      )}
    >
      <div id="now" className="grid grid-cols-1 content-start gap-2 sm:gap-5">
        <Welcome />
        {!dayLeads && !isOut && status}
        {user.team !== null && user.team === joined && <JoinedTeam teamId={user.team} />}
        {passLeads && tab !== 'team' && pass}
        {!invitationWaits && invitation}
        {event && times && step && tab !== 'team' && (
          <NextStep
            event={event}
            times={times}
            now={now}
            isLive={isLive}
            teamsClosed={teamsClosed}
            application={application}
            {...step}
          />
        )}
        {invitationWaits && invitation}
      </div>
      {/* At the side it follows only where the screen is high enough for all of it. */}
      <aside
        hidden={tab === 'team'}
        className={joinClasses(
          'grid grid-cols-1 gap-2 empty:hidden sm:gap-4 lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:self-start',
          application.checkedInAt
            ? 'lg:sticky lg:top-20'
            : 'lg:[@media(min-height:60rem)]:sticky lg:[@media(min-height:60rem)]:top-20',
        )}
      >
        {!passLeads && !isOver && pass}
        {!pass && isWide && application.status === 'pending' && <Illustration scene="overnight" />}
        {cardsAreReady && (
          <>
            {!isDone && !teamsClosed && <WaitingStrip waiting={waiting} />}
            {approved && !isOut && isLive && shown?.event.help && <HelpCard {...shown} />}
            {approved && !isOut && isLive && shown?.event.lending && <LendingCard {...shown} />}
          </>
        )}
        {isWide && community}
      </aside>
      {cardsAreReady ? (
        <>
          <div hidden={tab === 'team'} className="grid grid-cols-1 content-start gap-2 empty:hidden sm:gap-6">
            {(announcements.length > 0 || event?.pushKey) && (
              <AnnouncementList
                event={event}
                announcements={announcements}
                newestFrom={isOver ? times?.endsAt : undefined}
              />
            )}
            {/* It opens when the event ends. */}
            {asksForFeedback(event, application) && <FeedbackCard key={String(ended)} />}
            {approved && event?.projects && <ProjectCard event={event} phase={phase} mayStart={!isOut} />}
            {/* Not a moment: the server knows whether the results are published. */}
            {event?.judgeComments?.teamsFrom && !(now < Date.parse(event.judgeComments.teamsFrom)) && (
              <JudgeComments />
            )}
          </div>
          <div
            hidden={tab === 'now'}
            className={joinClasses(
              'grid grid-cols-1 content-start gap-2 empty:hidden sm:gap-6',
              approved && 'min-[100rem]:col-start-3 min-[100rem]:row-span-4 min-[100rem]:row-start-1',
            )}
          >
            {hasTeamPart && (
              <TeamFormation application={application} isLive={isLive} isOver={isDone || teamsClosed} />
            )}
            {application.status === 'pending' && (!ended || user.team !== null) && (
              <PendingTeam event={event} application={application} />
            )}
          </div>
          <div hidden={tab === 'team'} className="grid grid-cols-1 content-start gap-2 sm:gap-6">
            {!isWide && community}
            <DetailsCard
              event={event}
              application={application}
              folds={!approved ? 'open' : isLive ? 'closed' : 'auto'}
            />
            {event && (event.questions || event.agreements) && (
              <EventFormCards event={event} application={application} />
            )}
            {isOver && pass}
            {(dayLeads || isOut) && status}
          </div>
        </>
      ) : (
        <Skeleton text="Loading the rest…">
          <Bar className="h-72 rounded-lg" />
        </Skeleton>
      )}
      {approved && <PhoneBar {...{ event, application, isPassOpen, setPassOpen }} />}
      {approved && !isOut && !application.checkedInAt && !viewedPerson && !isGuardianMissing(application) && (
        <FirstConfetti of={application._id} />
      )}
    </div>
  );
}

/** Returns the open tab, by the address, if there are tabs. */
function useTab(hasTabs: boolean): Tab | undefined {
  const { hash } = useLocation();
  // The browser finds no target that was hidden when the address changed.
  useEffect(() => {
    if (hasTabs && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hasTabs, hash]);
  return hasTabs ? toTab(hash) : undefined;
}

function CommunityCard({ links }: { links: EventView['community'] }) {
  return (
    <Card title={texts.dashboard.community} folds="auto">
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {links.map(({ label, url, description }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="grid content-start py-2 hover:underline"
            >
              <span className="flex items-center gap-2 font-semibold">
                {label}
                <ArrowUpRight size={18} className="text-accent-text" />
              </span>
              <span className="text-sm text-muted">{description}</span>
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function WaitingStrip({ waiting }: { waiting: ReturnType<typeof useWaiting> }) {
  const isWide = useWide();
  const event = useEvent();
  return waiting.map(({ count, one, many, href, team, requests: [request] = [] }) => {
    // On phones it is behind a tab, so the only one is answered here.
    const isOnly = !isWide && count === 1 && team && request;
    const { refusal, limit } = isOnly ? describeTakingIn(event, team, request.requester.track) : {};
    return (
      <div
        key={href}
        className="flex flex-wrap items-center gap-x-3 rounded-lg bg-pending-bg px-5 py-2 font-semibold text-pending"
      >
        <p className="mr-auto wrap-anywhere">
          {isOnly ? `${request.requester.name} asks to join` : formatCount(count, one, many)}
          {isOnly && request.message && (
            <span className="line-clamp-3 text-sm font-normal">“{request.message}”</span>
          )}
        </p>
        <a href={href} className="inline-flex min-h-11 items-center underline underline-offset-4">
          Review<span className="sr-only"> who waits</span>
        </a>
        {/* What it would mean for the team is with the request. */}
        {isOnly && !refusal && !limit && <ApproveButton team={team} request={request} />}
      </div>
    );
  });
}

function ApproveButton({ team, request }: { team: Team; request: ReceivedRequest }) {
  const { mutate } = useDecideJoinRequest(team);
  return (
    <Button variant="secondary" size="compact" once onClick={() => mutate({ request, action: 'approve' })}>
      Approve<span className="sr-only"> {request.requester.name}</span>
    </Button>
  );
}

interface StatusLineProps {
  event: EventView | undefined;
  application: Application;
  /** In milliseconds. */
  now: number;
  action: NextAction | undefined;
  isSmall: boolean;
}

function StatusLine({ event, application, now, action, isSmall }: StatusLineProps) {
  const { status, place, guardian } = application;
  const waits = place?.state === 'waiting';
  const declined = status === 'approved' && application.attendanceDeclined && !application.checkedInAt;
  const ended = event !== undefined && hasEnded(getEventTimes(event), now);
  const guardianMissing = isGuardianMissing(application) && !ended;
  // The card below says when and where check-in is, once that comes next.
  const comes = hasPlace(application) && !guardianMissing && (action === 'confirm' || action === 'find-team');
  const { decisionsBy } = event?.registration ?? {};
  const decided =
    decisionsBy && now < Date.parse(`${decisionsBy}T23:59:59Z`)
      ? `by ${formatDate(decisionsBy, { locale: event?.locale, timezone: 'UTC' })}`
      : 'as soon as it is decided';
  return (
    <div
      role="status"
      className={joinClasses('flex flex-wrap items-center gap-x-2 gap-y-1', isSmall && 'text-sm text-muted')}
    >
      <StatusPill
        status={waits ? 'pending' : declined ? 'rejected' : status}
        text={waits ? 'On the waitlist' : declined ? 'Not coming' : texts.dashboard.badge[status]}
      />
      {status === 'pending' && !waits && (
        <p className="max-w-prose wrap-anywhere">
          {ended
            ? `${event.name} is over. Your application was not decided.`
            : `Your application is under review. You will be notified by email ${decided}.`}
        </p>
      )}
      {status === 'pending' && application.resumeUnreadable && (
        <p className="max-w-prose">
          <strong>Your resume is stored.</strong> {unreadableResumeText}{' '}
          <AppLink href={paths.account} className="link">
            Replace it
          </AppLink>
        </p>
      )}
      {status === 'approved' && (
        <>
          {hasPlace(application) && !guardianMissing && (
            <p className={isSmall ? undefined : 'font-display font-bold'}>{texts.dashboard.approved}</p>
          )}
          {comes && event && (
            <p className="max-w-prose">
              You have a place: {event.dates.label}, {event.place}.
            </p>
          )}
        </>
      )}
      {status === 'rejected' && <p className="max-w-prose">{texts.dashboard.rejected}</p>}
      {guardianMissing && guardian && <GuardianNote guardian={guardian} />}
    </div>
  );
}
