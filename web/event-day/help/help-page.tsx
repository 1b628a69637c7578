import { useState } from 'react';
import { Navigate } from 'react-router';
import { formatWait } from '../../../contract/event/program.ts';
import type { EventView } from '../../../contract/event/site.ts';
import type { HelpQueue, QueuedHelpRequest } from '../../../contract/event-day/help.ts';
import { limits } from '../../../contract/limits.ts';
import type { User } from '../../../contract/people/users.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { Component as NotFound } from '../../layout/not-found.tsx';
import { WorkPage } from '../../layout/work-page.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useSession } from '../../lib/session.api.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { useNow } from '../../lib/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { FilterButtons } from '../../ui/filter-buttons.tsx';
import { Input } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { helpOverviewQuery, helpQueueQuery, useUpdateHelpRequest, useUpdateMyMentoring } from './help.api.ts';
import { HelpFigures } from './help-figures.tsx';

const pollEvery = 60_000;

/** The queue for help: mentors take requests from it, organizers see how it goes. Others go to their dashboard. */
export function Component() {
  const event = useEvent();
  const { user } = useSession();
  if (event && !event.help) return <NotFound />;
  return event && user && <HelpPage event={event} user={user} />;
}

function HelpPage({ event, user }: { event: EventView; user: User }) {
  const topics = event.help?.topics ?? [];
  const queue = useLiveQuery({ ...helpQueueQuery, refetchInterval: pollEvery }, 'help');
  const { data: overview } = useLiveQuery({ ...helpOverviewQuery, enabled: user.role === 'admin' }, 'help', {
    atMostEvery: 2000,
  });
  const now = useNow();
  const { data, error, refetch } = queue;
  if (error instanceof ApiError && error.status === 403) return <Navigate to={paths.dashboard} replace />;
  const waiting = data?.requests.filter(({ mentor }) => !mentor) ?? [];
  const [oldest] = waiting;
  return (
    <WorkPage
      title="Help"
      figures={
        data && [
          ['Waiting', waiting.length],
          ['With a mentor', data.requests.length - waiting.length],
          ['Longest wait', oldest ? formatWait(now - Date.parse(oldest.createdAt)) : '–'],
          ...(overview
            ? ([
                ['Usual wait', overview.usualWait === null ? '–' : formatWait(overview.usualWait)],
                ['Mentors on duty', overview.mentors.filter(({ onDuty }) => onDuty).length],
              ] as const)
            : []),
        ]
      }
    >
      {error && <ErrorBox message="The queue could not be loaded." onRetry={refetch} />}
      {!data && !error && <Skeleton text="Loading the queue..." />}
      {data?.me && <Duty me={data.me} topics={topics} />}
      {data && (
        <div className={joinClasses('grid items-start gap-5', overview && 'xl:grid-cols-2')}>
          <Queue data={data} user={user} topics={topics} now={now} />
          {overview && <HelpFigures {...overview} topics={topics} event={event} />}
        </div>
      )}
    </WorkPage>
  );
}

function Duty({ me, topics }: { me: NonNullable<HelpQueue['me']>; topics: readonly string[] }) {
  // Shows what was ticked until the server has it.
  const [ticked, setTicked] = useState<typeof me>();
  const { mutate } = useUpdateMyMentoring({ onSettled: () => setTicked(undefined) });
  const { topics: own, onDuty } = ticked ?? me;
  const save = (mentoring: typeof me) => {
    setTicked(mentoring);
    mutate(mentoring);
  };
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">You as a mentor</legend>
      <Checkbox
        label={<strong>On duty</strong>}
        checked={onDuty}
        onChange={({ target }) => save({ topics: own, onDuty: target.checked })}
      />
      {topics.map((topic) => (
        <Checkbox
          key={topic}
          label={topic}
          checked={own.includes(topic)}
          onChange={({ target }) =>
            save({
              topics: target.checked ? [...own, topic] : own.filter((other) => other !== topic),
              onDuty,
            })
          }
        />
      ))}
    </fieldset>
  );
}

interface QueueProps {
  data: HelpQueue;
  user: User;
  topics: readonly string[];
  now: number;
}

function Queue({ data: { requests, me }, user, topics, now }: QueueProps) {
  const [chosen, setChosen] = useState(me && me.topics.length > 0 ? 'mine' : 'all');
  const isShown = ({ topic, wanted }: QueuedHelpRequest) =>
    chosen === 'all' || (chosen === 'mine' ? me?.topics.includes(topic) : topic === chosen) || isFor(wanted);
  const isFor = (person: { _id: string } | null) => person?._id === user._id;
  const own = requests.filter(({ mentor }) => isFor(mentor));
  const others = requests.filter((request) => !isFor(request.mentor));
  const waiting = others.filter(({ mentor }) => !mentor);
  // Requests for this mentor come first, then the oldest.
  const shown = others.filter(isShown).toSorted((a, b) => rank(a) - rank(b));
  function rank({ mentor, wanted }: QueuedHelpRequest) {
    return mentor ? 2 : isFor(wanted) ? 0 : 1;
  }
  const count = (topic: string) => waiting.filter((request) => request.topic === topic).length;
  return (
    <section aria-label="Queue" className="grid grid-cols-1 gap-4">
      {own.length > 0 && (
        <ul aria-label="Yours" className="grid gap-3">
          {own.map((request) => (
            <OwnRequest key={request._id} request={request} now={now} />
          ))}
        </ul>
      )}
      <FilterButtons
        legend="Topic"
        chosen={chosen}
        onChoose={setChosen}
        filters={[
          { value: 'all', label: 'All', count: waiting.length },
          ...(me && me.topics.length > 0
            ? [
                {
                  value: 'mine',
                  label: 'My topics',
                  count: waiting.filter(({ topic }) => me.topics.includes(topic)).length,
                },
              ]
            : []),
          ...topics.map((topic) => ({ value: topic, label: topic, count: count(topic) })),
        ]}
      />
      {shown.length === 0 ? (
        <EmptyState text="Nobody waits for help here." scene="treat" />
      ) : (
        <ul
          aria-label="Requests"
          className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
        >
          {shown.map((request) => (
            <li key={request._id} className="flex flex-wrap items-center gap-3 p-3">
              <About request={request} now={now} isWanted={isFor(request.wanted)} />
              {me && !request.mentor && <Claim id={request._id} name={request.name} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function About({ request, now, isWanted }: { request: QueuedHelpRequest; now: number; isWanted?: boolean }) {
  const { topic, text, location, name, createdAt, mentor, wanted, note } = request;
  return (
    <div className="grid min-w-0 flex-1 basis-48 gap-1">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge>{topic}</Badge>
        {mentor ? (
          <span className="wrap-anywhere">with {mentor.name}</span>
        ) : (
          <span className="tabular">{formatWait(Math.max(0, now - Date.parse(createdAt)))}</span>
        )}
        {isWanted ? (
          <Badge tone="priority">asks for you</Badge>
        ) : (
          wanted && <span>asks for {wanted.name}</span>
        )}
      </p>
      <p className="wrap-anywhere">{text}</p>
      <p className="text-sm wrap-anywhere text-muted">
        <strong className="text-text">{location || 'No place given'}</strong> · {name}
      </p>
      {note && <p className="text-sm wrap-anywhere text-muted">Note: {note}</p>}
    </div>
  );
}

function Claim({ id, name }: { id: string; name: string }) {
  const update = useUpdateHelpRequest();
  return (
    <Button
      aria-label={`Help ${name}`}
      busy={update.isPending}
      onClick={() => update.mutate({ id, state: 'claimed' })}
    >
      Help
    </Button>
  );
}

/** A request that this mentor has claimed, with what they can do next. */
function OwnRequest({ request, now }: { request: QueuedHelpRequest; now: number }) {
  const update = useUpdateHelpRequest();
  const [note, setNote] = useState(request.note);
  const move = (state: 'solved' | 'waiting') => update.mutate({ id: request._id, state, note });
  return (
    <li>
      <Card title={`You help ${request.name}`}>
        <div className="grid gap-4">
          <About request={{ ...request, mentor: null, note: '' }} now={now} />
          <Field label="Note for other mentors" required={false}>
            <Input
              value={note}
              maxLength={limits.help.note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button busy={update.isPending} onClick={() => move('solved')}>
              Solved
            </Button>
            <Button variant="secondary" busy={update.isPending} onClick={() => move('waiting')}>
              Hand back
            </Button>
          </div>
        </div>
      </Card>
    </li>
  );
}
