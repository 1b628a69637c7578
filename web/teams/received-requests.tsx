import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef } from 'react';
import type { ReceivedRequest, Team } from '../../contract/teams/teams.ts';
import { texts } from '../../contract/texts.ts';
import { afterRender } from '../lib/after-render.ts';
import { useTitleCount } from '../lib/title.ts';
import { Badge } from '../ui/badge.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { RequestCard } from './request-card.tsx';
import { receivedRequestsQuery, useDecideJoinRequest } from './teams.api.ts';

/** The join requests to the team that the person leads. In the list, j and k move to the next and the previous one. */
export function ReceivedRequests({ team }: { team: Team }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { data, isError, refetch } = useQuery(receivedRequestsQuery);
  useTitleCount(data?.length ?? 0);

  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-first-action]') ?? [])];
  const decideJoinRequest = useDecideJoinRequest(team);
  const decide = (request: ReceivedRequest, action: 'approve' | 'reject') => {
    const position = data?.indexOf(request) ?? 0;
    decideJoinRequest.mutate({ request, action });
    afterRender(() => (buttons().at(Math.min(position, buttons().length - 1)) ?? heading.current)?.focus());
  };

  const moveFocus = (event: KeyboardEvent) => {
    const step = { j: 1, k: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = buttons();
    const at = all.findIndex((button) => button.closest('li')?.contains(document.activeElement));
    all.at(Math.max(0, Math.min(at + step, all.length - 1)))?.focus();
  };

  const full = team.seatsLeft === 0;
  return (
    <section aria-labelledby={id} id="join-requests" className="grid gap-3">
      <h3 id={id} ref={heading} tabIndex={-1} className="flex items-center gap-3 text-lg">
        Join Requests
        {data && data.length > 0 && <Badge tone="pending">{data.length}</Badge>}
      </h3>
      {isError ? (
        <ErrorBox message={texts.teams.loadFailed} onRetry={refetch} />
      ) : !data ? (
        <Skeleton text="Loading requests..." />
      ) : data.length === 0 ? (
        <p className="text-muted">
          {full ? 'Your team is full.' : 'No requests yet. Share your code to speed things up.'}
        </p>
      ) : (
        <ul ref={list} onKeyDown={moveFocus} className="grid gap-3">
          {data.map((request) => (
            <RequestCard
              key={request._id}
              request={request}
              full={full}
              onDecide={(action) => decide(request, action)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
