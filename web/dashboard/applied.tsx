import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Application } from '../../contract/apply/applications.ts';
import {
  getEventPhase,
  getEventTimes,
  getParticipantStep,
  type ParticipantPhase,
} from '../../contract/event/phases.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { texts } from '../../contract/texts.ts';
import { myAnnouncementsQuery } from '../event-day/announcements/my-announcements.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useLive } from '../lib/live.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery } from '../lib/session.api.ts';
import { useNow } from '../lib/use-now.ts';
import { MyRequests } from '../teams/my-requests.tsx';
import { TeamFormation } from '../teams/team-formation.tsx';
import { TeamPanel } from '../teams/team-panel.tsx';
import { refreshTeamsAndAnnounce, sentRequestsQuery } from '../teams/teams.api.ts';
import { Card } from '../ui/card.tsx';
import { Confetti } from '../ui/confetti.tsx';
import { Print, type Scene } from '../ui/print.tsx';
import { Bar, Skeleton } from '../ui/skeleton.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { DetailsCard } from './details-card.tsx';
import { AfterPanel, NextStep } from './next-step.tsx';
import { PassCard } from './pass-card.tsx';
import { ProgressRail } from './progress-rail.tsx';
import { StatusHeader } from './status-header.tsx';
import { Welcome } from './welcome.tsx';

/** The team that a pending applicant created or asked to join in the form; nothing without one. */
function PendingTeam({ user, event }: { user: User; event: EventView | undefined }) {
  const { data: requests } = useQuery({ ...sentRequestsQuery, enabled: user.team === null });
  const refresh = () => void refreshTeamsAndAnnounce();
  useLive('me', refresh);
  useLive('team', refresh);
  if (!user.team && !requests?.length) return null;
  return (
    <Card title="Your team">
      <div className="grid gap-8">
        {user.team ? (
          <TeamPanel user={user} teamId={user.team} directory={event?.teamDirectory ?? false} />
        ) : (
          <MyRequests />
        )}
      </div>
    </Card>
  );
}

/** Where the others are: the events app and the chat. */
function CommunityCard({ links }: { links: EventView['community'] }) {
  return (
    <Card title={texts.dashboard.community}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {links.map(({ label, url, description }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="group grid h-full content-start gap-1 rounded-lg border-2 border-border p-4 hover:border-edge"
            >
              <span className="flex items-center justify-between gap-2 font-display text-lg font-bold tracking-tight">
                {label}
                <ArrowUpRight size={20} strokeWidth={1.75} className="text-accent-text" />
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

/** Shows confetti the first time that this device shows an approval. */
function ApprovalConfetti({ applicationId }: { applicationId: string }) {
  const key = `celebrated:${applicationId}`;
  const [first] = useState(() => localStorage.getItem(key) === null);
  useEffect(() => localStorage.setItem(key, '1'), [key]);
  return first ? <Confetti /> : null;
}

const EventFormCards = lazyPart(() => import('./event-form-cards.tsx'));
// Few people come by a link.
const InviteLinkCard = lazyPart(() => import('../teams/invite-link-card.tsx'));
const AnnouncementList = lazyPart(() => import('../event-day/announcements/announcement-list.tsx'));
const CertificateCard = lazyPart(() => import('./certificate-card.tsx'));
const FeedbackCard = lazyPart(() => import('./feedback-card.tsx'));
const EventHours = lazyPart(() => import('./event-hours.tsx'));
const HappeningNow = lazyPart(() => import('./happening-now.tsx'));
const ProjectCard = lazyPart(() => import('../projects/project/project-card.tsx'));
const JudgeComments = lazyPart(() => import('./judge-comments.tsx'));

const scenes: Record<Application['status'], Scene> = {
  pending: 'overnight',
  approved: 'doors',
  rejected: 'treat',
};

interface AppliedProps {
  user: User;
  event: EventView | undefined;
  application: Application;
}

/**
 * Returns whether what the cards show is here, with its code; from then on they stay. Each by itself would push down what
 * is being read.
 */
function useCardsReady({
  user,
  event,
  application,
  phase,
}: AppliedProps & { phase: ParticipantPhase | undefined }): boolean {
  const approved = application.status === 'approved';
  const { isLoading: waitsForAnnouncements } = useQuery(myAnnouncementsQuery(user));
  const [hasParts, setHasParts] = useState(false);
  useEffect(() => {
    const parts = [
      AnnouncementList,
      ...(phase === 'after' ? [AfterPanel] : []),
      ...(approved && event?.projects ? [ProjectCard] : []),
      ...(approved && phase !== 'after' ? [EventHours] : []),
      ...(phase === 'on-site' ? [HappeningNow] : []),
      ...(event?.certificates && phase === 'after' && application.checkedInAt ? [CertificateCard] : []),
      ...(event?.feedback && application.checkedInAt ? [FeedbackCard] : []),
    ];
    const project =
      approved &&
      event?.projects &&
      import('../projects/project/project.api.ts').then(({ projectQuery }) =>
        queryClient.prefetchQuery(projectQuery(user)),
      );
    void Promise.allSettled([project, ...parts.map(({ preload }) => preload())]).then(() =>
      setHasParts(true),
    );
  }, [user, event, approved, phase, application.checkedInAt]);
  const [isReady, setReady] = useState(false);
  if (!isReady && hasParts && !waitsForAnnouncements) setReady(true);
  return isReady;
}

/** The dashboard of an applicant: what comes next, then the rest; on wider screens the pass is at the side. */
export function Applied({ user, event, application }: AppliedProps) {
  const now = useNow();
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

  const cardsAreReady = useCardsReady({ user, event, application, phase: step?.phase });
  // Then the results, which only the project tells of, come first.
  if (step?.phase === 'after' && !cardsAreReady)
    return (
      <div className="grid max-w-3xl grid-cols-1 gap-8">
        <Welcome user={user} />
        <DashboardSkeleton />
      </div>
    );

  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-12">
      <div className="grid grid-cols-1 content-start gap-6">
        <StatusHeader
          user={user}
          event={event}
          application={application}
          phase={step?.phase}
          isLive={isLive}
        />
        <InviteLinkCard user={user} status={application.status} />
        {event && times && step && (
          <NextStep
            user={user}
            event={event}
            times={times}
            now={now}
            isLive={isLive}
            application={application}
            {...step}
          />
        )}
      </div>
      {/* At the side it follows only where the screen is high enough for all of it. */}
      <aside className="grid grid-cols-1 gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start lg:[@media(min-height:60rem)]:sticky lg:[@media(min-height:60rem)]:top-24">
        {approved && user.qrCode ? (
          <PassCard user={user} qrCode={user.qrCode} event={event} application={application} />
        ) : (
          <Print scene={scenes[application.status]} className="max-lg:hidden" />
        )}
      </aside>
      {cardsAreReady ? (
        <div className="grid grid-cols-1 content-start gap-8">
          {(announcements.length > 0 || event?.pushKey) && (
            <AnnouncementList user={user} event={event} announcements={announcements} />
          )}
          {event && step?.phase === 'on-site' && (
            <HappeningNow event={event} now={now} tableNumber={application.tableNumber} />
          )}
          {event?.certificates && step?.phase === 'after' && application.checkedInAt && <CertificateCard />}
          {event?.feedback && application.checkedInAt && <FeedbackCard />}
          {approved && event?.projects && <ProjectCard user={user} event={event} />}
          {/* Not a moment: the server knows whether the results are published. */}
          {event?.judgeComments?.teamsFrom && !(now < Date.parse(event.judgeComments.teamsFrom)) && (
            <JudgeComments />
          )}
          {approved && <TeamFormation user={user} application={application} />}
          {approved && event && step?.phase !== 'after' && <EventHours event={event} />}
          {application.status === 'pending' && <PendingTeam user={user} event={event} />}
          <ProgressRail application={application} event={event} />
          {approved && event && event.community.length > 0 && <CommunityCard links={event.community} />}
          <DetailsCard user={user} event={event} application={application} />
          {event && (event.questions || event.agreements) && (
            <EventFormCards user={user} event={event} application={application} />
          )}
        </div>
      ) : (
        <Skeleton text="Loading the rest…">
          <Bar className="h-72 rounded-lg" />
        </Skeleton>
      )}
      {approved && !application.checkedInAt && <ApprovalConfetti applicationId={application._id} />}
    </div>
  );
}
