import { useState } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMediaQuery } from '../lib/media-query.ts';
import { Button } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CreateTeam } from './create-team.tsx';
import { JoinByCode } from './join-by-code.tsx';
import { type ListedTeam, TeamFinder } from './team-finder.tsx';

const AskDialog = lazyPart(() => import('./ask-dialog.tsx'));
const FindTeamDialog = lazyPart(() => import('./find-team-dialog.tsx'));

interface NoTeamProps {
  user: User;
  /** The track of the person's application. */
  track: EventView['tracks'][number] | undefined;
  /** Whether open teams can be browsed. */
  directory: boolean;
  /** Whether the ways are lines that open: at the event other things matter more. */
  brief: boolean;
}

/** The three ways into a team: below each other on wide screens, as tabs on a phone. */
export function NoTeam({ user, track, directory, brief }: NoTeamProps) {
  const wide = useMediaQuery('(min-width: 48rem)');
  const [isBrowsing, setBrowsing] = useState(false);
  const [asked, setAsked] = useState<ListedTeam | null>(null);
  const browse = directory && track && (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setBrowsing(true)}>
        Browse open teams
      </Button>
      {isBrowsing && <FindTeamDialog open onClose={() => setBrowsing(false)} track={track.id} />}
    </>
  );
  const ways = [
    { value: 'create', verb: 'Create', rest: 'a team', content: <CreateTeam user={user} track={track} /> },
    { value: 'join', verb: 'Join', rest: 'with a code', content: <JoinByCode user={user} /> },
    {
      value: 'find',
      verb: 'Find',
      rest: 'a team',
      content: (
        <div className="grid gap-4">
          <TeamFinder track={track?.id} directory={directory} verb="Ask to join" onPick={setAsked} />
          {asked && <AskDialog team={asked} track={track?.id} onClose={() => setAsked(null)} />}
          {browse}
        </div>
      ),
    },
  ];
  const [way, setWay] = useState('create');

  if (brief)
    return (
      <div className="grid">
        {browse}
        {ways.map(
          ({ value, verb, rest, content }) =>
            !(browse && value === 'find') && (
              <Fold
                key={value}
                open={false}
                line={
                  <h3 className="text-lg">
                    {verb} {rest}
                  </h3>
                }
              >
                {content}
              </Fold>
            ),
        )}
      </div>
    );
  if (!wide)
    return (
      <div>
        <Tabs
          label="Ways into a team"
          tabs={ways.map(({ value, verb, rest, content }) => ({
            value,
            label: (
              <>
                {verb}
                <span className="sr-only"> {rest}</span>
              </>
            ),
            content,
          }))}
          value={way}
          onChange={setWay}
        />
      </div>
    );
  return (
    <div className="divide-y divide-hairline border-y border-hairline">
      {ways.map(({ value, verb, rest, content }) => (
        <section
          key={value}
          aria-labelledby={`way-${value}`}
          className="grid gap-x-6 gap-y-4 py-6 md:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <h3 id={`way-${value}`} className="text-lg">
            {verb} {rest}
          </h3>
          {content}
        </section>
      ))}
    </div>
  );
}
