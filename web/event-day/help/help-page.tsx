import { useState } from 'react';
import { formatWait } from '../../../contract/event/program.ts';
import {
  type HelpHour,
  type HelpQueue,
  type HelpState,
  helpLimits,
  type Mentor,
  type QueuedHelpRequest,
} from '../../../contract/event-day/help.ts';
import { formatClockHour, formatCount, formatDay, formatNumber } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useSession } from '../../lib/session.api.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { useNow } from '../../lib/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { AppLink, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkboxes } from '../../ui/checkboxes.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { EmptyState, Loaded } from '../../ui/page-states.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { helpQueueQuery, useUpdateHelpRequest, useUpdateMyMentoring } from './help.api.ts';

/** Returns how long a request has waited; the server's clock may be ahead of this device's. */
const formatWaitSince = (createdAt: string, now: number) =>
  formatWait(Math.max(0, now - Date.parse(createdAt)));

/** The queue for help: mentors take requests from it, organizers see how it goes. */
export function Component() {
  const queue = useLiveQuery(helpQueueQuery, 'help', { atMostEvery: 1000 });
  const now = useNow();
  const { requests = [] } = queue.data ?? {};
  const waiting = requests.filter(({ mentor }) => !mentor);
  return (
    <WorkPage
      title="Help"
      figures={
        queue.data && [
          ['Waiting', waiting.length],
          ['With a mentor', requests.length - waiting.length],
          ['Longest wait', waiting[0] ? formatWaitSince(waiting[0].createdAt, now) : '–'],
        ]
      }
    >
      <Loaded query={queue} what="queue">
        {({ overview, ...data }) => (
          <div className={joinClasses('grid items-start gap-5', overview && 'xl:grid-cols-2')}>
            <section aria-label="Queue" className="grid grid-cols-1 gap-4">
              <Duty me={data.me} waiting={waiting} />
              <Queue data={data} now={now} />
            </section>
            {overview && (
              <div className="grid grid-cols-1 gap-5">
                <Mentors mentors={overview.mentors} />
                {overview.hours.length > 0 && <Hours hours={overview.hours} />}
              </div>
            )}
          </div>
        )}
      </Loaded>
    </WorkPage>
  );
}

function Duty({ me, waiting }: { me: HelpQueue['me']; waiting: readonly QueuedHelpRequest[] }) {
  const topics = useEvent()?.help?.topics ?? [];
  const { mutate, isPending, variables } = useUpdateMyMentoring();
  // Shows what was ticked until the server has it.
  const { topics: own, onDuty } = isPending ? variables.body : me;
  const countWaiting = (topic: string) => waiting.filter((request) => request.topic === topic).length;
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">You as a mentor</legend>
      <Checkbox
        label={<strong>On duty</strong>}
        checked={onDuty}
        onCheckedChange={(checked) => mutate({ body: { topics: own, onDuty: checked } })}
      />
      <Checkboxes
        options={topics.map((value) => ({ value, label: `${value} (${countWaiting(value)})` }))}
        chosen={own}
        onChange={(chosen) => mutate({ body: { topics: chosen, onDuty } })}
      />
    </fieldset>
  );
}

function Queue({ data: { requests, me }, now }: { data: HelpQueue; now: number }) {
  const userId = useSession().user?._id;
  // Oldest first: what this mentor has claimed, requests for them, their topics, other topics, what others have claimed.
  const rank = ({ mentor, wanted, topic }: QueuedHelpRequest) => {
    if (mentor) return mentor._id === userId ? 0 : 4;
    if (wanted?._id === userId) return 1;
    return me.topics.includes(topic) ? 2 : 3;
  };
  if (requests.length === 0) return <EmptyState text="Nobody is waiting for help." scene="treat" />;
  return (
    <ul
      aria-label="Requests"
      className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
    >
      {requests
        .toSorted((a, b) => rank(a) - rank(b))
        .map((request) => (
          <Request key={request._id} request={request} userId={userId} now={now} />
        ))}
    </ul>
  );
}

interface RequestProps {
  request: QueuedHelpRequest;
  userId: string | undefined;
  now: number;
}

function Request({ request, userId, now }: RequestProps) {
  const { _id: id, topic, text, location, name, createdAt, mentor, wanted } = request;
  const { mutate, isPending } = useUpdateHelpRequest();
  const [note, setNote] = useState<string>();
  const move = (state: HelpState) => () => mutate({ params: { id }, body: { state, note } });
  const isMine = mentor?._id === userId;
  const isWanted = wanted?._id === userId;
  const status = mentor ? `with ${isMine ? 'you' : mentor.name}` : formatWaitSince(createdAt, now);
  return (
    <li className="flex flex-wrap items-center gap-3 p-3">
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge tone={isMine ? 'approved' : isWanted ? 'priority' : 'plain'}>{topic}</Badge>
          <span className="wrap-anywhere">
            {status}
            {wanted && ` · asks for ${isWanted ? 'you' : wanted.name}`}
          </span>
        </p>
        <p className="wrap-anywhere">{text}</p>
        <p className="text-sm wrap-anywhere text-muted">
          <strong className="text-text">{location || 'No place given'}</strong> · {name}
        </p>
        {request.note && !isMine && <p className="text-sm wrap-anywhere text-muted">Note: {request.note}</p>}
      </div>
      {!mentor && (
        <Button aria-label={`Help ${name}`} busy={isPending} onClick={move('claimed')}>
          Help
        </Button>
      )}
      {isMine && (
        <div className="grid w-full gap-3">
          <Field label="Note for other mentors" required={false}>
            <Input value={note ?? request.note} maxLength={helpLimits.note} onValueChange={setNote} />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button busy={isPending} onClick={move('solved')}>
              Solved
            </Button>
            <Button variant="secondary" busy={isPending} onClick={move('waiting')}>
              Hand back
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

function Mentors({ mentors }: { mentors: readonly Mentor[] }) {
  const event = useEvent();
  return (
    <Card
      title="Mentors"
      note={mentors.length > 0 && `${mentors.filter(({ onDuty }) => onDuty).length} on duty`}
      aside={
        <AppLink href={paths.volunteers} className="link inline-flex min-h-11 items-center">
          Add mentors
        </AppLink>
      }
    >
      <DataTable
        caption="What each mentor does"
        rows={mentors}
        rowKey={({ _id }) => _id}
        className="max-h-96"
        empty="There are no mentors yet."
        folds
        columns={[
          {
            header: 'Mentor',
            cell: ({ name, email, topics }) => (
              <>
                <PersonName name={name || 'Not signed in yet'} />
                {email && <span className="block text-sm wrap-anywhere">{email}</span>}
                <span className="block text-sm wrap-anywhere text-muted">{topics.join(', ')}</span>
              </>
            ),
          },
          {
            header: 'Helped',
            cell: ({ solved, rating }) =>
              formatCount(solved, 'time') +
              (rating === null ? '' : `, rated ${formatNumber(Math.round(rating * 10) / 10, event)} of 5`),
          },
          { header: 'Now', cell: ({ onDuty }) => onDuty && <Badge tone="approved">On duty</Badge> },
        ]}
      />
    </Card>
  );
}

function Hours({ hours }: { hours: readonly HelpHour[] }) {
  const event = useEvent();
  return (
    <Card title="Requests by hour" note="And how long people usually waited for a mentor.">
      <DataTable
        caption="Requests by hour and topic"
        rows={hours}
        rowKey={({ hour, topic }) => `${hour} ${topic}`}
        className="max-h-96"
        folds
        columns={[
          {
            header: 'Hour',
            cell: ({ hour }) => `${formatDay(hour, event)}, ${formatClockHour(hour, event)}`,
          },
          { header: 'Requests', cell: ({ count, topic }) => `${count} about ${topic}` },
          { header: 'Wait', numeric: true, cell: ({ wait }) => (wait === null ? '–' : formatWait(wait)) },
        ]}
      />
    </Card>
  );
}
