import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../contract/platform/format.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TeamList } from './team-list.tsx';
import { teamSearchQuery } from './teams.api.ts';

export function TeamSearchResults({ query, typing }: { query: string; typing: boolean }) {
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
