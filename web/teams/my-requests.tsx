import { useId, useRef } from 'react';
import { formatAgo } from '../../contract/platform/format.ts';
import { texts } from '../../contract/texts.ts';
import { afterRender } from '../lib/after-render.ts';
import { useEvent } from '../lib/event.api.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/page-states.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import { useRejectedRequests, useSentRequests } from './request-answer.ts';
import { useCancelJoinRequest } from './teams.api.ts';

interface MyRequestsProps {
  /** Whether the person's application is approved. */
  approved: boolean;
}

/** The pending join requests of somebody without a team, and what was rejected. */
export function MyRequests({ approved }: MyRequestsProps) {
  const id = useId();
  const event = useEvent();
  const heading = useRef<HTMLHeadingElement>(null);
  const sent = useSentRequests();
  const rejected = useRejectedRequests();
  const cancelJoinRequest = useCancelJoinRequest();
  const cancel = (request: string) => {
    cancelJoinRequest.mutate(request);
    afterRender(() => heading.current?.focus());
  };

  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} ref={heading} tabIndex={-1} className="text-lg">
        My Team Join Requests
      </h3>
      {rejected.length > 0 && (
        <ul className="grid gap-2">
          {rejected.map(({ _id, team }) => (
            <li key={_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <strong className="wrap-anywhere">{team.name}</strong>
              <StatusPill status="rejected" text="Not this time" />
              <span className="text-sm text-muted">Ask another team, or create your own.</span>
            </li>
          ))}
        </ul>
      )}
      <Loaded query={sent} loading="Loading your requests..." failed={texts.teams.loadFailed}>
        {(data) =>
          data.length === 0 ? (
            rejected.length === 0 && <p className="text-muted">You have not asked to join a team.</p>
          ) : (
            <ul className="divide-y divide-hairline">
              {data.map(({ _id, team, teamLeader, message, createdAt, refusal }) => (
                <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3 not-first:pt-3">
                  <div className="min-w-0 flex-1 basis-56">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <strong className="wrap-anywhere">{team.name}</strong>
                      <StatusPill status="pending" />
                    </p>
                    <p className="text-sm text-muted wrap-anywhere">
                      led by {teamLeader.name} · asked {formatAgo(createdAt, event)}
                    </p>
                    {refusal ? (
                      <p className="text-sm">
                        {refusal.text}{' '}
                        {refusal.otherTrackHelps && !approved
                          ? 'You can change your track while your application is under review, or cancel the request.'
                          : 'Your request stays open in case that changes.'}
                      </p>
                    ) : (
                      !approved && (
                        <p className="text-sm">
                          {teamLeader.name} can take you in at once; your application need not be approved
                          first.
                        </p>
                      )
                    )}
                    {message && <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{message}</p>}
                  </div>
                  <Button variant="secondary" onClick={() => cancel(_id)}>
                    Cancel<span className="sr-only"> the request to {team.name}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
