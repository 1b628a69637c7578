import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { formatCount } from '../../contract/platform/format.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMediaQuery } from '../lib/media-query.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CreateTeam } from './create-team.tsx';
import { JoinByCode } from './join-by-code.tsx';
import { TeamList } from './team-list.tsx';
import { teamSearchQuery } from './teams.api.ts';

function TeamSearchResults({ query, typing }: { query: string; typing: boolean }) {
  const { data, isError, refetch } = useQuery({
    ...teamSearchQuery(query),
    // Shows the last answer while more is typed, so that the page does not jump.
    placeholderData: (before) => before,
  });
  const list = useRef<HTMLElement>(null);
  const found = data?.length;
  // What was searched for must not lie below the fold.
  useEffect(() => {
    if (found !== undefined) list.current?.scrollIntoView({ block: 'nearest' });
  }, [found]);
  if (isError) return <ErrorBox message="Teams cannot be searched right now." onRetry={refetch} />;
  if (!data) return <Skeleton text="Searching..." />;
  return (
    <section ref={list} aria-label="Teams found" aria-busy={typing} className="scroll-my-24">
      <p role="status" className={data.length > 0 ? 'sr-only' : 'text-muted'}>
        {data.length === 0 ? `No teams match “${query}”.` : formatCount(data.length, 'team')}
      </p>
      <TeamList teams={data} />
    </section>
  );
}

/** The search field for teams; `TeamSearchResults` shows the results. */
function FindTeam({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <search>
      <Field label="Search teams" hint="Type a part of the name. You can ask the leader to join.">
        <Input
          type="search"
          value={name}
          onChange={(change) => onName(change.currentTarget.value)}
          autoComplete="off"
        />
      </Field>
    </search>
  );
}

const OpenTeams = lazyPart(() => import('./open-teams.tsx'));

const pause = 250;

interface NoTeamProps {
  user: User;
  track: EventView['tracks'][number] | undefined;
  /** Whether open teams can be browsed. */
  directory: boolean;
}

/** The three ways into a team: below each other on wide screens, as tabs on a phone. */
export function NoTeam({ user, track, directory }: NoTeamProps) {
  const wide = useMediaQuery('(min-width: 48rem)');
  const [name, setName] = useState('');
  const [browsing, setBrowsing] = useState(false);
  const query = useDebounced(name.trim(), pause);
  const found = query !== '' && <TeamSearchResults query={query} typing={query !== name.trim()} />;
  const ways = [
    { value: 'create', verb: 'Create', rest: 'a team', content: <CreateTeam user={user} track={track} /> },
    { value: 'join', verb: 'Join', rest: 'with a code', content: <JoinByCode user={user} /> },
    {
      value: 'find',
      verb: 'Find',
      rest: 'a team',
      content: (
        <div className="grid gap-4">
          <FindTeam name={name} onName={setName} />
          {found}
          {directory && !found && (
            <>
              <Button
                variant="secondary"
                className="justify-self-start"
                aria-expanded={browsing}
                onClick={() => setBrowsing(!browsing)}
              >
                Browse open teams
              </Button>
              {browsing && <OpenTeams />}
            </>
          )}
        </div>
      ),
    },
  ];
  const [way, setWay] = useState('create');

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
