import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef } from 'react';
import { decideJoinRequest, type ReceivedRequest, type Team } from '../../contract/teams.ts';
import { fill, texts } from '../../contract/texts.ts';
import { afterRender } from '../lib/after-render.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { useTitleCount } from '../lib/title.ts';
import { Badge } from '../ui/badge.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { notify } from '../ui/notify.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { RequestCard } from './request-card.tsx';
import { receivedRequestsQuery, teamQuery } from './teams.api.ts';

type Decision = { request: ReceivedRequest; action: 'approve' | 'reject' };

/** Who asks to join the team that one leads. In the list, j and k go on to the next request and back. */
export function ReceivedRequests({ team }: { team: Team }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const client = useQueryClient();
  const { queryKey } = receivedRequestsQuery;
  const { data, isError, refetch } = useQuery(receivedRequestsQuery);
  useTitleCount(data?.length ?? 0);

  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-first-action]') ?? [])];
  const decide = useMutation({
    mutationFn: ({ request, action }: Decision) =>
      call(decideJoinRequest, { params: { id: request._id }, body: { action } }),
    onMutate: async ({ request }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const position = before?.findIndex(({ _id }) => _id === request._id) ?? 0;
      client.setQueryData(queryKey, (rows) => rows?.filter(({ _id }) => _id !== request._id));
      afterRender(() => (buttons().at(Math.min(position, buttons().length - 1)) ?? heading.current)?.focus());
      return before;
    },
    onSuccess: ({ message }) => notify.success(message),
    onError: (error, { action }, before) => {
      client.setQueryData(queryKey, before);
      notify.error(getErrorMessage(error, fill(texts.teams.requestFailed, { action })));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: teamQuery(team._id).queryKey }),
      ]),
  });

  const walk = (event: KeyboardEvent) => {
    const step = { j: 1, k: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = buttons();
    const at = all.findIndex((button) => button.closest('li')?.contains(document.activeElement));
    all.at(Math.max(0, Math.min(at + step, all.length - 1)))?.focus();
  };

  const full = team.members.length >= team.maxMembers;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} ref={heading} tabIndex={-1} className="flex items-center gap-3 text-lg">
        Join Requests
        {data && data.length > 0 && <Badge tone="pending">{data.length}</Badge>}
      </h3>
      {isError ? (
        <ErrorBox message={texts.teams.loadFailed} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton text="Loading requests..." />
      ) : data.length === 0 ? (
        <p className="text-muted">No requests yet. Share your code to speed things up.</p>
      ) : (
        <ul ref={list} onKeyDown={walk} className="grid gap-3">
          {data.map((request) => (
            <RequestCard
              key={request._id}
              request={request}
              full={full}
              onDecide={(action) => decide.mutate({ request, action })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
