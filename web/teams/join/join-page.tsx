import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { getEventTimes, hasEnded } from '../../../contract/event/phases.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { paths } from '../../../contract/platform/pages.ts';
import type { TeamInvitation } from '../../../contract/teams/teams.ts';
import { texts } from '../../../contract/texts.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { applicationQuery } from '../../lib/application.api.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { canApply, InsteadOfApplying } from '../../lib/registration.tsx';
import { UserContext, useSession, useUser } from '../../lib/session.api.ts';
import { storedInviteCode } from '../../lib/stored-invite-code.ts';
import { useTitle } from '../../lib/title.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Illustration } from '../../ui/illustration.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { describeNext, describeSeatsAndTrack, JoinInvitedTeam, OtherTrack } from '../invite-link-card.tsx';
import { describeInvitation } from '../seats.ts';
import { invitationQuery, isNoInvitation, keepInvitation, useLiveTeams } from '../teams.api.ts';

const OwnProjectNotice = lazyPart(() => import('../own-project-notice.tsx'));
const NamePrompt = lazyPart(() => import('../../people/sign-in/name-prompt.tsx'), <LoadingScreen />);

/** Ends the address that somebody who accepts returns to after signing in: they go on to the application. */
const accepted = '?accepted=yes';

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 items-center gap-10 py-6 md:grid-cols-2 md:py-16">
      <div className="grid justify-items-start gap-5">
        <h1 className="text-3xl wrap-anywhere">{title}</h1>
        {children}
      </div>
      <Illustration scene="build" />
    </div>
  );
}

/** `/join/CODE`: an invitation to a team, for anybody who has its link. */
export function Component() {
  const { code = '' } = useParams();
  const { user, isLoading } = useSession();
  // The question for the name names the tab itself.
  useTitle(user?.name === '' ? undefined : 'Invitation');
  const event = useEvent();
  const { data, error, refetch } = useQuery({
    ...invitationQuery(code, user?._id),
    enabled: code !== '' && !isLoading,
  });
  const isValid = data !== undefined;
  const keeps = user === null || (user?.role === 'hacker' && user.team === null);
  useEffect(() => {
    if (!isValid || !keeps) return;
    storedInviteCode.set(code);
    // What fails here is sent again by the dashboard.
    if (user) keepInvitation(code).catch(() => undefined);
  }, [isValid, keeps, code, user]);

  if (isLoading) return <LoadingScreen />;
  if (user?.name === '') return <NamePrompt />;
  if (code === '' || isNoInvitation(error))
    return (
      <Frame title="This invitation does not work">
        <p className="text-lg text-muted">
          No team has this invite code, or it has changed. Ask for a new link.
        </p>
        {user ? (
          <LinkButton href={paths.dashboard}>Go to the dashboard</LinkButton>
        ) : (
          <LinkButton document href="/">
            See what this event is
          </LinkButton>
        )}
      </Frame>
    );
  if (error)
    return (
      <Frame title="Invitation">
        <ErrorBox message="The invitation could not be loaded." onRetry={refetch} />
      </Frame>
    );
  if (!data) return <LoadingScreen />;
  return (
    <Frame title={describeInvitation(data)}>
      {data.idea && <p className="text-lg wrap-anywhere">{data.idea}</p>}
      <p className="text-lg">{describeSeatsAndTrack(data, event)}</p>
      {event && (
        <p className="text-muted">
          {event.name} · {event.dates.label} · {event.place}
        </p>
      )}
      {user ? (
        <UserContext value={user}>
          <SignedIn invitation={data} code={code} />
        </UserContext>
      ) : (
        <SignedOut code={code} invitation={data} event={event} />
      )}
    </Frame>
  );
}

interface SignedOutProps {
  code: string;
  invitation: TeamInvitation;
  event: EventView | undefined;
}

function SignedOut({ code, invitation, event }: SignedOutProps) {
  const isOpen = canApply(event);
  const takesNobody = invitation.seatsLeft === 0 || invitation.isDecided;
  const returnTo = `${paths.join}/${code}${isOpen && !takesNobody ? accepted : ''}`;
  return (
    <>
      <LinkButton document href={`${paths.login}?${new URLSearchParams({ returnTo })}`} size="large">
        {takesNobody || !isOpen ? 'Sign in' : 'Accept'}
      </LinkButton>
      <p className="text-muted wrap-anywhere">
        {isOpen
          ? describeNext(invitation, undefined)
          : `${texts.apply.closed}. If you have applied, sign in.`}
      </p>
      {event && !isOpen && <InsteadOfApplying event={event} />}
    </>
  );
}

function SignedIn({ invitation, code }: { invitation: TeamInvitation; code: string }) {
  const user = useUser();
  const { data: application, isPending } = useQuery(applicationQuery(user));
  const event = useEvent();
  const [search] = useSearchParams();
  useLiveTeams();
  const dashboard = <LinkButton href={paths.dashboard}>Go to your dashboard</LinkButton>;
  if (user.role !== 'hacker')
    return (
      <>
        <p>Only participants can join a team.</p>
        {dashboard}
      </>
    );
  if (user.team !== null)
    return (
      <>
        <p>
          {user.team === invitation.team?._id ? 'You are in this team.' : 'You are already in another team.'}
        </p>
        {dashboard}
      </>
    );
  if (isPending) return <LoadingScreen />;
  if (!application && !canApply(event))
    return (
      <>
        <p>{texts.apply.closed}, and you have not applied.</p>
        {event && <InsteadOfApplying event={event} />}
      </>
    );
  if (!application && `?${search}` === accepted) return <Navigate to={paths.apply} replace />;
  if (!application)
    return (
      <>
        <LinkButton href={paths.apply} size="large">
          Apply
        </LinkButton>
        <p className="text-muted wrap-anywhere">{describeNext(invitation, undefined)}</p>
      </>
    );
  if (application.status === 'rejected')
    return (
      <>
        <p>Only people whose application is approved or under review can join a team.</p>
        {dashboard}
      </>
    );
  const isOver = event && hasEnded(getEventTimes(event), Date.now());
  if (!invitation.refusal && !isOver)
    return (
      <>
        {event?.projects && <OwnProjectNotice />}
        <OtherTrack invitation={invitation} track={application.track} />
        <JoinInvitedTeam invitation={invitation} code={code} then={paths.dashboard} />
      </>
    );
  const next = describeNext(invitation, application.status);
  return (
    <>
      <OtherTrack invitation={invitation} track={application.track} />
      {next && <p className="wrap-anywhere">{next}</p>}
      {dashboard}
    </>
  );
}
