import type { Application } from '../../contract/apply/applications.ts';
import type { User } from '../../contract/people/users.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useLive } from '../lib/live.ts';
import { Card } from '../ui/card.tsx';
import { MyRequests } from './my-requests.tsx';
import { NoTeam } from './no-team.tsx';
import { PreferenceSelector } from './preference-selector.tsx';
import { TeamPanel } from './team-panel.tsx';
import { refreshTeamsAndAnnounce } from './teams.api.ts';
import { TrackInfo } from './track-info.tsx';

const ReceivedInvites = lazyPart(() => import('./received-invites.tsx'));
const OwnProjectNotice = lazyPart(() => import('./own-project-notice.tsx'));
const MyCard = lazyPart(() => import('./my-card.tsx'));

/** An approved hacker's preference, and their team or the ways into one; live. */
export function TeamFormation({ user, application }: { user: User; application: Application }) {
  const event = useEvent();
  const track = event?.tracks.find(({ id }) => id === application.track);
  const directory = event?.teamDirectory ?? false;
  const refresh = () => void refreshTeamsAndAnnounce();
  useLive('me', refresh);
  useLive('team', refresh);
  return (
    <Card title="Team Formation" id="team-formation" tabIndex={-1} className="scroll-mt-20">
      <div className="grid gap-8">
        <div className="grid gap-3">
          <PreferenceSelector user={user} />
          {track && <TrackInfo track={track} />}
        </div>
        {user.team ? (
          <TeamPanel user={user} teamId={user.team} directory={directory} approved />
        ) : (
          <>
            {event?.projects && <OwnProjectNotice user={user} />}
            {directory && <ReceivedInvites />}
            <NoTeam user={user} track={track} directory={directory} />
            <MyRequests />
            {directory && <MyCard />}
          </>
        )}
      </div>
    </Card>
  );
}
