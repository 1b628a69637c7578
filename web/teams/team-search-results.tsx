import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TeamSearchResult } from '../../contract/teams.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { teamSearchQuery } from './teams.api.ts';

/** The teams that match, each with a button to ask or the reason why it cannot be asked. */
export function TeamSearchResults({ query, typing }: { query: string; typing: boolean }) {
  const { data, isError, refetch } = useQuery({
    ...teamSearchQuery(query),
    // Shows the last answer while more is typed, so that the page does not jump.
    placeholderData: (before) => before,
  });
  const [asked, setAsked] = useState<TeamSearchResult | null>(null);
  const list = useRef<HTMLElement>(null);
  const found = data?.length;
  // What was searched for must not lie below the fold.
  useEffect(() => {
    if (found !== undefined) list.current?.scrollIntoView({ block: 'nearest' });
  }, [found]);
  if (isError)
    return <ErrorBox message="Teams cannot be searched right now." onRetry={() => void refetch()} />;
  if (!data) return <Skeleton text="Searching..." />;
  return (
    <section ref={list} aria-label="Teams found" aria-busy={typing} className="scroll-my-24">
      <p role="status" className={data.length > 0 ? 'sr-only' : 'text-muted'}>
        {data.length === 0
          ? `No teams match “${query}”.`
          : `${data.length} ${data.length === 1 ? 'team' : 'teams'}`}
      </p>
      <ul className="divide-y divide-hairline">
        {data.map((team) => (
          <li key={team._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <span className="min-w-0 flex-1 basis-56">
              <span className="block font-semibold wrap-anywhere">{team.name}</span>
              <span className="block text-sm text-muted wrap-anywhere">
                led by {team.leader.name} · {team.memberCount} of {team.maxMembers} seats taken
              </span>
              {team.refusal && (
                <span id={`why-${team._id}`} className="block text-sm">
                  {team.refusal}
                </span>
              )}
            </span>
            <Button
              variant="secondary"
              disabled={!team.can.ask}
              aria-describedby={team.refusal ? `why-${team._id}` : undefined}
              onClick={() => setAsked(team)}
            >
              Ask to join<span className="sr-only"> {team.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <AskDialog team={asked} onClose={() => setAsked(null)} />
    </section>
  );
}
