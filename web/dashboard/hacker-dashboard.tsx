import { useQuery } from '@tanstack/react-query';
import { getEventPhase, getEventTimes } from '../../contract/event/phases.ts';
import type { EventView } from '../../contract/event/site.ts';
import { formatDateTime } from '../../contract/platform/format.ts';
import { paths } from '../../contract/platform/pages.ts';
import { texts } from '../../contract/texts.ts';
import { AnnouncementList } from '../event-day/announcements/announcement-list.tsx';
import { myAnnouncementsQuery } from '../event-day/announcements/my-announcements.api.ts';
import { accountQuery, applicationQuery, useRestore } from '../lib/application.api.ts';
import { eventQuery } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { canApply, describeClosed, InsteadOfApplying } from '../lib/registration.tsx';
import { useUser } from '../lib/session.api.ts';
import { useTitle } from '../lib/title.ts';
import { useLiveQuery } from '../lib/use-live-query.ts';
import { useNow } from '../lib/use-now.ts';
import { AppLink, Button, LinkButton } from '../ui/button.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { ErrorBox } from '../ui/page-states.tsx';
import { ApplicantDashboard } from './applicant-dashboard.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Welcome } from './welcome.tsx';

const pollEvery = 60_000;

/** The participant's dashboard. `getParticipantStep` of `participant-step.ts` in the contract decides which card comes first. */
export default function HackerDashboard() {
  useTitle('Dashboard');
  const { data: event, isLoading: waitsForEvent } = useQuery(eventQuery);
  // A decision or a check-in is there at once; the interval makes up for a lost event, and brings the table.
  const application = useLiveQuery(
    {
      ...applicationQuery(useUser()),
      refetchInterval: ({ state: { data } }) => {
        const isLive = event && getEventPhase(getEventTimes(event), Date.now()) === 'live';
        const waits = data?.status === 'pending' || (data?.checkedInAt ? !data.tableNumber : data && isLive);
        return waits ? pollEvery : false;
      },
    },
    'me',
  );
  // What comes next depends on the event, and would push everything down.
  if (application.data === undefined || waitsForEvent)
    return (
      <div className="grid max-w-3xl grid-cols-1 gap-8">
        <Welcome />
        {application.isError ? (
          <ErrorBox message={texts.dashboard.failed} onRetry={application.refetch} />
        ) : (
          <DashboardSkeleton />
        )}
      </div>
    );
  if (application.data === null) return <NotApplied event={event} />;
  return <ApplicantDashboard event={event} application={application.data} />;
}

// Few people come by a link.
const InviteLinkCard = lazyPart(() => import('../teams/invite-link-card.tsx'));

async function findDraft(userId: string) {
  const { applicationDraftKey, readDraft } = await import('../lib/draft-store.ts');
  return readDraft(applicationDraftKey(userId));
}

/** Says until when somebody who has not applied can. */
function describeDeadline(event: EventView, now: number): string {
  const phase = getEventPhase(getEventTimes(event), now);
  if (phase === 'over') return `${event.name} is over. You can still apply, to try this site.`;
  if (now <= Date.parse(event.registration.closesAt))
    return `Applications are open until ${formatDateTime(event.registration.closesAt, event)}.`;
  return `The deadline has passed, but late applications are ${phase === 'late' ? 'accepted until the event starts' : 'still accepted'}.`;
}

function OnWalkInList() {
  return (
    <>
      <p className="text-lg">You are on the walk-in list.</p>
      <p className="text-xl font-semibold">Show this to an organizer at the entrance.</p>
      <p className="text-muted">Once they have admitted you, your pass is here.</p>
    </>
  );
}

function NotApplied({ event }: { event: EventView | undefined }) {
  const user = useUser();
  const { withdrawn, walkIn } = useQuery(accountQuery(user)).data ?? {};
  const { data: announcements = [] } = useQuery(myAnnouncementsQuery(user));
  const now = useNow();
  const restore = useRestore();
  const { data: draft } = useQuery({
    queryKey: ['draft', 'dashboard', user._id],
    queryFn: () => findDraft(user._id),
    gcTime: 0,
  });
  const open = canApply(event, now);
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 items-center gap-10 py-6 md:grid-cols-2 md:py-16">
      <div className="grid justify-items-start gap-5">
        <Welcome />
        <InviteLinkCard application={undefined} isWithdrawn={withdrawn?.canRestore} />
        {walkIn ? (
          <OnWalkInList />
        ) : (
          <>
            <p className="text-lg text-muted">
              {withdrawn
                ? 'You have withdrawn your application.'
                : `You have not applied${open ? ' yet' : ''}.`}{' '}
              {event && !open && `${describeClosed(event, now)}.`}
            </p>
            {withdrawn?.canRestore && (
              <>
                <Button size="large" busy={restore.isPending} onClick={() => restore.mutate()}>
                  Restore your application
                </Button>
                <p className="text-muted">
                  It comes back as it was, with the organizers’ decision if there is one. A new one begins
                  without.
                </p>
              </>
            )}
            {open && (
              <LinkButton
                variant={withdrawn?.canRestore ? 'secondary' : 'primary'}
                href={draft ? `${paths.apply}#draft` : paths.apply}
                size="large"
              >
                {draft ? 'Finish your application' : withdrawn ? 'Apply again' : 'Apply now'}
              </LinkButton>
            )}
            {event && !open && <InsteadOfApplying event={event} now={now} />}
            {event && open && <p className="text-muted wrap-anywhere">{describeDeadline(event, now)}</p>}
          </>
        )}
        {(announcements.length > 0 || event?.pushKey) && (
          <AnnouncementList event={event} announcements={announcements} />
        )}
        <AppLink href={paths.account} className="link inline-flex min-h-11 items-center">
          Your account
        </AppLink>
      </div>
      <Illustration scene="doors" />
    </div>
  );
}
