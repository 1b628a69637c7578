import Copy from 'lucide:copy';
import Share2 from 'lucide:share-2';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef } from 'react';
import type { User } from '../../contract/people/users.ts';
import { formatAgo } from '../../contract/platform/format.ts';
import type { ReceivedRequest, Team } from '../../contract/teams/teams.ts';
import { texts } from '../../contract/texts.ts';
import { afterRender } from '../lib/after-render.ts';
import { copyText } from '../lib/copy-text.ts';
import { useEvent } from '../lib/event.api.ts';
import { formatName } from '../lib/format-name.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useUser } from '../lib/session.api.ts';
import { useTitleCount } from '../lib/title.ts';
import { ask } from '../ui/ask.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Clamped } from '../ui/clamped.tsx';
import { ErrorBox, Loaded, Skeleton } from '../ui/page-states.tsx';
import { describeSeats, describeTakingIn } from './seats.ts';
import {
  receivedRequestsQuery,
  teamQuery,
  useDecideJoinRequest,
  useLeaveTeam,
  useRemoveMember,
} from './teams.api.ts';

/** Describes what leaving means for the team. */
function consequence({ members, creator }: Team, user: User): string {
  const next = members.find(({ _id }) => _id !== user._id);
  if (!next) return 'You are its only member, so the team and the requests to join it will be deleted.';
  if (creator._id !== user._id)
    return 'Your seat becomes free. To come back you need the code or the leader.';
  return `You lead this team. Leadership passes to ${next.name}, who has been in it longest.`;
}

const Recruiting = lazyPart(() => import('./recruiting.tsx'));
// Most teams are in one track.
const TracksNote = lazyPart(() => import('./tracks-note.tsx'));

interface TeamPanelProps {
  teamId: string;
  /** Whether the leader can look for members. */
  directory: boolean;
  /** Whether the person's application is approved. */
  approved?: boolean;
  /** Nobody joins any more. */
  isOver?: boolean;
}

/** The person's team: members, invite code, join requests, leaving. */
export function TeamPanel({ teamId, directory, approved = false, isOver = false }: TeamPanelProps) {
  const user = useUser();
  const { data: team, isError, refetch } = useQuery(teamQuery(teamId));
  const leaveTeam = useLeaveTeam();
  if (!team)
    return isError ? (
      <ErrorBox message={texts.teams.couldNotLoad} onRetry={refetch} />
    ) : (
      <Skeleton text="Loading your team..." />
    );
  const leave = () => {
    const question = {
      title: `Leave ${team.name}?`,
      body: consequence(team, user),
      confirmLabel: 'Leave team',
      danger: true,
    };
    void ask(question, () => leaveTeam.mutateAsync(team));
  };
  return (
    <>
      <section aria-labelledby="team-name" className="rounded-md border-hairline sm:border">
        <div className="flex flex-wrap items-center justify-between gap-x-3 border-b border-hairline pb-2 sm:px-4 sm:pt-2">
          <div className="min-w-0 flex-1 basis-40">
            <h3 id="team-name" className="text-lg leading-tight">
              <Clamped text={team.name} lines={2} />
            </h3>
            {team.idea && <Clamped text={team.idea} lines={2} />}
            {!isOver && <p className="text-sm text-muted">{describeSeats(team.seatsLeft)}</p>}
          </div>
          {team.can.leave && !isOver && (
            <Button variant="ghost" size="compact" className="-mr-3 shrink-0" onClick={leave}>
              Leave team
            </Button>
          )}
        </div>
        <Members team={team} isOver={isOver} />
        {!isOver && team.tracks && (
          <div className="mb-3 sm:mx-4">
            <TracksNote tracks={team.tracks} />
          </div>
        )}
        {!isOver && <InviteCode team={team} />}
      </section>
      {!isOver && team.can.decide && <ReceivedRequests team={team} />}
      {!isOver && directory && team.can.decide && team.seatsLeft > 0 && (
        <Recruiting team={team} approved={approved} />
      )}
    </>
  );
}

/** The leader's invite code: to share, to copy, and to scan; nothing once the team is full. */
function InviteCode({ team }: { team: Team }) {
  const { name, inviteCode, inviteLink, inviteQr, seatsLeft } = team;
  if (!inviteCode || seatsLeft === 0) return null;
  const copy = (text: string, done: string) =>
    copyText(text, { done, failed: 'The code could not be copied. Select and copy it instead.' });
  // Where there is nothing to share with, the link is copied. Sharing rejects when the person changes their mind.
  const share = () =>
    'share' in navigator
      ? navigator
          .share({ title: name, text: `Join ${name} with the code ${inviteCode}`, url: inviteLink })
          .catch(() => undefined)
      : copy(inviteLink ?? inviteCode, 'Invite link copied');
  return (
    <div className="flex flex-wrap items-center gap-4 border-t border-hairline py-2 sm:px-4 sm:py-3">
      {inviteQr && (
        <img src={inviteQr} alt="QR code of the invite code" className="size-20 rounded-sm sm:size-24" />
      )}
      <div className="grid gap-2">
        <p className="flex flex-wrap items-baseline gap-x-3 sm:block">
          <span className="text-sm text-muted">Invite code</span>
          <code className="block font-mono text-lg font-semibold tracking-widest select-all">
            {inviteCode}
          </code>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void share()}>
            <Share2 size={18} strokeWidth={1.75} />
            Share<span className="sr-only"> code</span>
          </Button>
          <Button variant="secondary" onClick={() => void copy(inviteCode, texts.teams.codeCopied)}>
            <Copy size={18} strokeWidth={1.75} />
            Copy<span className="sr-only"> code</span>
          </Button>
        </div>
      </div>
    </div>
  );
}

function Members({ team, isOver }: { team: Team; isOver: boolean }) {
  const user = useUser();
  const removeMember = useRemoveMember(team);
  const remove = ({ _id, name }: Team['members'][number]) => {
    const question = {
      title: `Remove ${name} from ${team.name}?`,
      body: 'They lose access to the team at once and get an email; a project that they brought goes with them. The invite code changes, so the old one stops working.',
      confirmLabel: 'Remove',
      danger: true,
      returnFocus: () => document.getElementById('team-members'),
    };
    void ask(question, () => removeMember.mutateAsync(_id));
  };
  return (
    <ul
      aria-label="Members"
      tabIndex={-1}
      id="team-members"
      className="grid grid-cols-1 gap-1 py-2 sm:gap-3 sm:px-4 sm:py-3"
    >
      {team.members.map((member) => (
        <li key={member._id} className="flex flex-wrap items-center gap-x-3">
          <Avatar name={member.name} photo={member.photo} />
          <span className="min-w-0 flex-1 basis-28">
            <span className="flex flex-wrap items-center gap-x-2">
              <Clamped text={formatName(member.name)} lines={1} className="font-semibold" />
              {member._id === user._id && <span className="text-muted">(you)</span>}
              {member._id === team.creator._id && <Badge tone="priority">Leader</Badge>}
              {member.isNotComing && <Badge>Not coming</Badge>}
            </span>
            {member.email && member._id !== user._id && (
              <Clamped text={member.email} lines={1} className="text-xs text-muted sm:text-sm" />
            )}
          </span>
          {team.can.remove && !isOver && member._id !== user._id && (
            <Button variant="ghost" size="compact" className="-mr-3" onClick={() => remove(member)}>
              Remove<span className="sr-only"> {member.name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The join requests to the team that the person leads. In the list, j and k move to the next and the previous one. */
function ReceivedRequests({ team }: { team: Team }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const event = useEvent();
  const received = useQuery(receivedRequestsQuery);
  const { data } = received;
  useTitleCount(data?.length ?? 0);

  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-first-action]') ?? [])];
  const decideJoinRequest = useDecideJoinRequest(team);
  const decide = (request: ReceivedRequest, action: 'approve' | 'reject') => {
    const position = data?.indexOf(request) ?? 0;
    decideJoinRequest.mutate({ request, action });
    afterRender(() => (buttons().at(Math.min(position, buttons().length - 1)) ?? heading.current)?.focus());
  };
  const reject = (request: ReceivedRequest) => {
    const question = {
      title: `Reject ${formatName(request.requester.name)}?`,
      body: 'They get an email, and can ask again.',
      confirmLabel: 'Reject',
      danger: true,
    };
    void ask(question).then((isConfirmed) => isConfirmed && decide(request, 'reject'));
  };

  const moveFocus = (event: KeyboardEvent) => {
    const step = { j: 1, k: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = buttons();
    const at = all.findIndex((button) => button.closest('li')?.contains(document.activeElement));
    all.at(Math.max(0, Math.min(at + step, all.length - 1)))?.focus();
  };

  return (
    <section aria-labelledby={id} id="join-requests" className="grid gap-3">
      <h3 id={id} ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 text-lg">
        Join Requests
        {data && data.length > 0 && <Badge tone="pending">{data.length}</Badge>}
      </h3>
      <Loaded query={received} loading="Loading requests..." failed={texts.teams.loadFailed}>
        {(requests) =>
          requests.length === 0 ? (
            <p className="text-muted">
              {team.seatsLeft === 0
                ? 'Your team is full.'
                : 'No requests yet. Share your code to speed things up.'}
            </p>
          ) : (
            <ul ref={list} onKeyDown={moveFocus} className="grid grid-cols-1 gap-3">
              {requests.map((request) => {
                const { requester, message, createdAt } = request;
                const why = `why-${request._id}`;
                const name = formatName(requester.name);
                const { refusal, limit } = describeTakingIn(event, team, requester.track);
                return (
                  <li
                    key={request._id}
                    className="grid grid-cols-1 gap-2 rounded-md border border-hairline px-4 py-2 sm:py-3"
                  >
                    <div className="flex min-w-0 items-center gap-3">
                      <Avatar name={name} />
                      <span className="min-w-0">
                        <Clamped text={name} lines={1} className="font-semibold" />
                        <span className="flex gap-1 text-xs text-muted sm:text-sm">
                          <Clamped text={requester.email ?? texts.admin.noEmail} lines={1} />
                          <span className="shrink-0">· {formatAgo(createdAt, event)}</span>
                        </span>
                        {requester.track && (
                          <span className="block text-xs text-muted sm:text-sm">{requester.track}</span>
                        )}
                      </span>
                    </div>
                    {message && <Clamped text={message} lines={2} className="whitespace-pre-line" />}
                    {(refusal ?? limit) && (
                      <p id={why} className="text-sm">
                        {refusal ?? limit}
                      </p>
                    )}
                    <div className="flex flex-wrap items-center gap-3">
                      <Button
                        once
                        {...(!refusal && { 'data-first-action': true })}
                        disabled={refusal !== undefined}
                        aria-describedby={refusal || limit ? why : undefined}
                        onClick={() => decide(request, 'approve')}
                      >
                        Approve<span className="sr-only"> {name}</span>
                      </Button>
                      <Button
                        {...(refusal && { 'data-first-action': true })}
                        variant="secondary"
                        onClick={() => reject(request)}
                      >
                        Reject<span className="sr-only"> {name}</span>
                      </Button>
                    </div>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
