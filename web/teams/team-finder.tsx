import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../contract/platform/format.ts';
import type { OpenTeam, TeamSearchResult } from '../../contract/teams/teams.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useDebounced } from '../lib/use-debounced.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Field, type FieldProps, Input } from '../ui/field.tsx';
import { FilterButtons } from '../ui/filter-buttons.tsx';
import { ErrorBox, Skeleton } from '../ui/page-states.tsx';
import { describeSeatsTaken } from './seats.ts';
import { openTeamsQuery, rejectedRequestsQuery, teamSearchQuery } from './teams.api.ts';

export type ListedTeam = TeamSearchResult & Partial<Pick<OpenTeam, 'idea' | 'need' | 'initials'>>;

const AskDialog = lazyPart(() => import('./ask-dialog.tsx'));

const pause = 250;
const perPage = 6;

interface TeamFinderProps {
  /** The track of the person who looks: its teams come first, and it may limit the team size. */
  track: string | undefined;
  /** Whether the event lists open teams. */
  directory: boolean;
  /** Open teams are listed before anything is typed. */
  browses?: boolean;
  /** Two teams and no search, until more are asked for. */
  brief?: boolean;
  /** What a team's button says before its name. */
  verb?: string;
  /** Without it, the person asks to join. */
  onPick?: (team: ListedTeam) => void;
  /** What the search field is called and says of itself. */
  field?: Omit<FieldProps, 'children'>;
  /** What follows when no team matches what was typed. */
  empty?: (name: string) => ReactNode;
}

/** A search for teams by name and track, and the teams as cards with one button each. */
export default function TeamFinder({
  track,
  directory,
  browses,
  brief,
  verb = 'Ask to join',
  onPick,
  field = {
    label: 'Search teams',
    hint: 'A team’s or leader’s name, an invite code or link. You can ask the leader to join.',
  },
  empty,
}: TeamFinderProps) {
  const tracks = useEvent()?.tracks ?? [];
  const [asked, setAsked] = useState<ListedTeam | null>(null);
  const { data: rejected = [] } = useQuery({ ...rejectedRequestsQuery, enabled: !onPick });
  const [typed, setTyped] = useState('');
  const [chosenTrack, setChosenTrack] = useState('');
  const [limit, setLimit] = useState(brief ? 2 : perPage);
  const isBrief = brief && limit < perPage;
  const name = typed.trim();
  const query = useDebounced(name, pause);
  const searches = query !== '';
  const open = useQuery({ ...openTeamsQuery(track), enabled: directory && (browses || searches) });
  // Shows the last answer while more is typed, so that the page does not jump.
  const found = useQuery({ ...teamSearchQuery(query, track), placeholderData: (before) => before });
  const { isError, refetch, data } = searches ? found : open;
  const hasRejected = ({ _id }: ListedTeam) => rejected.some((request) => request.team._id === _id);
  const toRank = (team: ListedTeam) => (hasRejected(team) ? 2 : Number(team.track !== track));
  const ofAllTracks = data
    ?.map((team): ListedTeam => ({ ...open.data?.find(({ _id }) => _id === team._id), ...team }))
    // A team that has said no is no suggestion; who looks for it finds it.
    .filter((team) => searches || !hasRejected(team))
    .sort((a, b) => toRank(a) - toRank(b));
  const teams = ofAllTracks?.filter((team) => chosenTrack === '' || team.track === chosenTrack);
  const filtered = tracks.find(({ id }) => id === chosenTrack && ofAllTracks?.length !== 0);
  const list = useRef<HTMLElement>(null);
  const count = teams?.length;
  // Results must not appear below the fold.
  useEffect(() => {
    if (searches && count !== undefined) list.current?.scrollIntoView({ block: 'nearest' });
  }, [searches, count]);
  const isListed = searches || (browses && directory);
  // Inside a form, Enter would submit it.
  const keepForm = (key: KeyboardEvent) => key.key === 'Enter' && key.preventDefault();
  const own = tracks.filter(({ id }) => id === track);
  return (
    <div className="grid content-start gap-4">
      {asked && <AskDialog team={asked} track={track} onClose={() => setAsked(null)} />}
      {!isBrief && (
        <search>
          <Field {...field}>
            <Input type="search" value={typed} onValueChange={setTyped} onKeyDown={keepForm} />
          </Field>
        </search>
      )}
      {!isBrief && browses && directory && tracks.length > 1 && (
        <FilterButtons
          legend="Track of the team"
          filters={[
            { value: '', label: 'All tracks' },
            ...[...own, ...tracks.filter(({ id }) => id !== track)].map(({ id, title }) => ({
              value: id,
              label: title,
            })),
          ]}
          chosen={chosenTrack}
          onChoose={setChosenTrack}
        />
      )}
      {!isListed ? null : isError ? (
        <ErrorBox
          message={searches ? 'Teams cannot be searched right now.' : 'Teams cannot be listed right now.'}
          onRetry={refetch}
        />
      ) : !teams ? (
        <Skeleton text={searches ? 'Searching...' : 'Loading teams...'} />
      ) : (
        <section
          ref={list}
          aria-label={searches ? 'Teams found' : 'Open teams'}
          aria-busy={query !== name}
          className="scroll-my-24"
        >
          <div role="status" className={teams.length > 0 ? 'sr-only' : 'text-muted'}>
            {teams.length > 0
              ? formatCount(teams.length, 'team')
              : filtered
                ? `No team in ${filtered.title} ${searches ? `matches “${query}”` : 'has a free seat right now'}. `
                : searches
                  ? `No teams match “${query}”. `
                  : `No ${rejected.length > 0 ? 'other ' : ''}team has a free seat right now.`}
            {teams.length > 0 ? null : filtered ? (
              <button type="button" className="link min-h-8" onClick={() => setChosenTrack('')}>
                Show all tracks
              </button>
            ) : (
              searches && empty?.(query)
            )}
          </div>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3">
            {teams.slice(0, limit).map((team) => (
              <TeamCard
                key={team._id}
                team={team}
                verb={hasRejected(team) ? 'Ask again' : verb}
                onPick={onPick ?? setAsked}
              />
            ))}
          </ul>
          {teams.length > limit && (
            <Button variant="secondary" className="mt-3 w-full" onClick={() => setLimit(limit + perPage)}>
              Show more
            </Button>
          )}
        </section>
      )}
    </div>
  );
}

function TeamCard({
  team,
  verb,
  onPick,
}: { team: ListedTeam } & Required<Pick<TeamFinderProps, 'verb' | 'onPick'>>) {
  const { _id, name, idea, need, track, leader, initials = [], refusal, can } = team;
  return (
    <li className="flex flex-wrap content-start items-center justify-between gap-2 rounded-md border border-hairline bg-surface p-4">
      <span className="flex -space-x-2">
        {[leader.name, ...initials.map((letters) => [...letters].join(' '))].map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: members have no other key here, and the same initials may come twice.
          <Avatar key={index} name={person} />
        ))}
      </span>
      <span className="order-last w-full">
        <span className="block font-display text-lg font-bold wrap-anywhere">{name}</span>
        {idea && <span className="block wrap-anywhere">{idea}</span>}
        {need && <span className="block wrap-anywhere">We need: {need}</span>}
        <span className="block text-sm text-muted wrap-anywhere">
          led by {leader.name} · {describeSeatsTaken(team)}
          {track && ` · ${track}`}
        </span>
        {refusal && (
          <span id={`why-${_id}`} className="block text-sm">
            {refusal}
          </span>
        )}
      </span>
      <Button
        variant="secondary"
        size="compact"
        disabled={!can.ask}
        aria-describedby={refusal ? `why-${_id}` : undefined}
        onClick={() => onPick(team)}
      >
        {verb}
        <span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
