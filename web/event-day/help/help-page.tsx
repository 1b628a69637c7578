import { type FormEvent, useState } from 'react';
import { Navigate } from 'react-router';
import { formatWait } from '../../../contract/event/program.ts';
import {
  type HelpOverview,
  type HelpQueue,
  helpLimits,
  type Mentor,
  type QueuedHelpRequest,
} from '../../../contract/event-day/help.ts';
import { limits } from '../../../contract/limits.ts';
import { formatClockHour, formatCount, formatDay, formatNumber } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useSession } from '../../lib/session.api.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { useNow } from '../../lib/use-now.ts';
import { ask } from '../../ui/ask.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { FilterButtons } from '../../ui/filter-buttons.tsx';
import { Input } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PersonRow } from '../check-in-overview/person-row.tsx';
import {
  helpOverviewQuery,
  helpQueueQuery,
  useAddMentor,
  useRemoveMentor,
  useUpdateHelpRequest,
  useUpdateMyMentoring,
} from './help.api.ts';

const pollEvery = 60_000;

/** The queue for help: mentors take requests from it, organizers see how it goes. Others go to their dashboard. */
export function Component() {
  const { user } = useSession();
  const topics = useEvent()?.help?.topics ?? [];
  const { data, error, refetch } = useLiveQuery({ ...helpQueueQuery, refetchInterval: pollEvery }, 'help');
  const { data: overview } = useLiveQuery({ ...helpOverviewQuery, enabled: user?.role === 'admin' }, 'help', {
    atMostEvery: 2000,
  });
  const now = useNow();
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
          <Queue data={data} userId={user?._id} topics={topics} now={now} />
          {overview && (
            <div className="grid grid-cols-1 gap-5">
              <Mentors mentors={overview.mentors} />
              {overview.hours.length > 0 && <Hours hours={overview.hours} topics={topics} />}
            </div>
          )}
        </div>
      )}
    </WorkPage>
  );
}

function Duty({ me, topics }: { me: NonNullable<HelpQueue['me']>; topics: readonly string[] }) {
  const { mutate, isPending, variables } = useUpdateMyMentoring();
  // Shows what was ticked until the server has it.
  const { topics: own, onDuty } = isPending ? variables.body : me;
  const toggle = (topic: string) =>
    own.includes(topic) ? own.filter((other) => other !== topic) : [...own, topic];
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">You as a mentor</legend>
      <Checkbox
        label={<strong>On duty</strong>}
        checked={onDuty}
        onChange={() => mutate({ body: { topics: own, onDuty: !onDuty } })}
      />
      {topics.map((topic) => (
        <Checkbox
          key={topic}
          label={topic}
          checked={own.includes(topic)}
          onChange={() => mutate({ body: { topics: toggle(topic), onDuty } })}
        />
      ))}
    </fieldset>
  );
}

interface QueueProps {
  data: HelpQueue;
  userId: string | undefined;
  topics: readonly string[];
  now: number;
}

function Queue({ data: { requests, me }, userId, topics, now }: QueueProps) {
  const own = me && me.topics.length > 0 ? me.topics : undefined;
  const update = useUpdateHelpRequest();
  const [chosen, setChosen] = useState(own ? 'mine' : 'all');
  const filters = [
    { value: 'all', label: 'All', topics },
    ...(own ? [{ value: 'mine', label: 'My topics', topics: own }] : []),
    ...topics.map((topic) => ({ value: topic, label: topic, topics: [topic] })),
  ];
  const shownTopics = filters.find(({ value }) => value === chosen)?.topics ?? topics;
  const isFor = (person: { _id: string } | null) => person?._id === userId;
  const others = requests.filter(({ mentor }) => !isFor(mentor));
  const waiting = others.filter(({ mentor }) => !mentor);
  // Requests for this mentor come first, then the oldest.
  const rank = ({ mentor, wanted }: QueuedHelpRequest) => (mentor ? 2 : isFor(wanted) ? 0 : 1);
  const shown = others
    .filter(({ topic, wanted }) => chosen === 'all' || shownTopics.includes(topic) || isFor(wanted))
    .toSorted((a, b) => rank(a) - rank(b));
  return (
    <section aria-label="Queue" className="grid grid-cols-1 gap-4">
      <ul aria-label="Yours" className="grid gap-3 empty:hidden">
        {requests
          .filter(({ mentor }) => isFor(mentor))
          .map((request) => (
            <OwnRequest key={request._id} request={request} now={now} />
          ))}
      </ul>
      <FilterButtons
        legend="Topic"
        chosen={chosen}
        onChoose={setChosen}
        filters={filters.map((filter) => ({
          ...filter,
          count: waiting.filter(({ topic }) => filter.value === 'all' || filter.topics.includes(topic))
            .length,
        }))}
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
              {me && !request.mentor && (
                <Button
                  aria-label={`Help ${request.name}`}
                  busy={update.isPending && update.variables.params.id === request._id}
                  onClick={() => update.mutate({ params: { id: request._id }, body: { state: 'claimed' } })}
                >
                  Help
                </Button>
              )}
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

/** A request that this mentor has claimed, with what they can do next. */
function OwnRequest({ request, now }: { request: QueuedHelpRequest; now: number }) {
  const update = useUpdateHelpRequest();
  const [note, setNote] = useState(request.note);
  const move = (state: 'solved' | 'waiting') =>
    update.mutate({ params: { id: request._id }, body: { state, note } });
  return (
    <li>
      <Card title={`You help ${request.name}`}>
        <div className="grid gap-4">
          <About request={{ ...request, mentor: null, note: '' }} now={now} />
          <Field label="Note for other mentors" required={false}>
            <Input
              value={note}
              maxLength={helpLimits.note}
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

/** The mentors, for organizers. */
function Mentors({ mentors }: Pick<HelpOverview, 'mentors'>) {
  const event = useEvent();
  const [email, setEmail] = useState('');
  const add = useAddMentor();
  const remove = useRemoveMentor();
  const describe = ({ topics, solved, rating }: Mentor) =>
    [
      topics.join(', '),
      solved > 0 && `helped ${formatCount(solved, 'time')}`,
      rating !== null && `rated ${formatNumber(Math.round(rating * 10) / 10, event)} of 5`,
    ]
      .filter(Boolean)
      .join(' · ');
  const submit = (submission: FormEvent) => {
    submission.preventDefault();
    add.mutate({ body: { email: email.trim(), topics: [] } }, { onSuccess: () => setEmail('') });
  };
  return (
    <Card title="Mentors" aside={mentors.length > 0 && <Badge className="tabular">{mentors.length}</Badge>}>
      <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
        <Field label="Email" className="min-w-0 flex-1 basis-56">
          <Input
            type="email"
            value={email}
            maxLength={limits.text.email}
            autoComplete="off"
            onChange={({ target }) => {
              add.reset();
              setEmail(target.value);
            }}
          />
        </Field>
        <Button type="submit" variant="secondary" busy={add.isPending} disabled={!email.trim()}>
          Add mentor
        </Button>
      </form>
      {add.errorText && <ErrorBox message={add.errorText} />}
      {mentors.length === 0 && <EmptyState text="There are no mentors yet." />}
      <ul aria-label="Mentors" className="divide-y divide-hairline" hidden={mentors.length === 0}>
        {mentors.map((mentor) => (
          <PersonRow key={mentor._id} name={mentor.name} email={mentor.email ?? ''} note={describe(mentor)}>
            {mentor.onDuty && <Badge tone="approved">On duty</Badge>}
            <Button
              variant="ghost"
              aria-label={`Remove ${mentor.name || mentor.email}`}
              onClick={() =>
                void ask(
                  {
                    title: `Remove ${mentor.name || mentor.email}?`,
                    body: 'They no longer see the queue. Requests that they have claimed wait again.',
                    confirmLabel: 'Remove mentor',
                    danger: true,
                  },
                  () => remove.mutateAsync(mentor),
                )
              }
            >
              Remove
            </Button>
          </PersonRow>
        ))}
      </ul>
    </Card>
  );
}

function Hours({ hours, topics }: Pick<HelpOverview, 'hours'> & Pick<QueueProps, 'topics'>) {
  const event = useEvent();
  const byHour = Map.groupBy(hours, ({ hour }) => hour);
  const columns = [...new Set([...topics, ...hours.map(({ topic }) => topic)])];
  return (
    <Card title="Requests by hour">
      <DataTable
        caption="Requests by hour and topic"
        rows={[...byHour]}
        rowKey={([hour]) => hour}
        className="max-h-96"
        columns={[
          {
            header: 'Hour',
            cell: ([hour]) => (
              <span className="whitespace-nowrap">
                {formatDay(hour, event)}, {formatClockHour(hour, event)}
              </span>
            ),
          },
          ...columns.map((topic) => ({
            header: topic,
            numeric: true,
            cell: ([, rows]: [string, HelpOverview['hours']]) =>
              rows.find((row) => row.topic === topic)?.count ?? 0,
          })),
        ]}
      />
    </Card>
  );
}
