import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MyHelpRequest } from '../../../contract/event-day/help.ts';
import { limits } from '../../../contract/limits.ts';
import type { User } from '../../../contract/people/users.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { useLive } from '../../lib/live.ts';
import { deleteQueued, type QueuedItem } from '../../lib/offline-queue.ts';
import { useOfflineQueue } from '../../lib/use-offline-queue.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RadioChips } from '../../ui/radio-chips.tsx';
import { Select } from '../../ui/select.tsx';
import {
  myHelpQuery,
  type QueuedHelpRequest,
  sendHelpRequest,
  useRateHelp,
  useUpdateHelpRequest,
} from './help.api.ts';

/** In milliseconds: for how long somebody is asked about help that is over. */
const ratedWithin = 12 * 3_600_000;

interface HelpCardProps {
  user: User;
  topics: readonly string[];
  /** The team's table; undefined until it has one. */
  tableNumber?: number | undefined;
  /** Whether the person takes part. Others see only a link to the queue, if they are mentors. */
  canAsk: boolean;
}

/** Asks mentors for help, says how far the request is, and afterwards how it was. */
export default function HelpCard({ user, topics, tableNumber, canAsk }: HelpCardProps) {
  const { data, refetch } = useQuery(myHelpQuery(user));
  const queue = useOfflineQueue<QueuedHelpRequest>(`help ${user._id}`, { send: sendHelpRequest });
  const [latest] = data?.requests ?? [];
  const isOpen = latest?.state === 'waiting' || latest?.state === 'claimed';
  useLive('help', () => void refetch(), { enabled: isOpen, atMostEvery: 1500 });
  const [asked, setAsked] = useState<Partial<QueuedHelpRequest>>();
  if (!canAsk && !data?.isMentor) return null;
  const [queued] = queue.items;
  const idle = canAsk && !queued && !isOpen && !asked;
  const here = data?.mentorsOnDuty
    ? ` ${formatCount(data.mentorsOnDuty, 'mentor is', 'mentors are')} here.`
    : '';
  const ask = (request: QueuedHelpRequest) => {
    setAsked(undefined);
    queue.add(request);
  };
  const helpers = new Map(
    data?.requests.flatMap(({ mentor }) => (mentor ? [[mentor._id, mentor.name]] : [])),
  );
  return (
    <Card
      title="Help from mentors"
      note={idle && `A mentor comes to your table.${here}`}
      aside={
        <>
          {data?.isMentor && (
            <AppLink href={paths.help} className="link inline-flex min-h-11 items-center">
              Open the queue
            </AppLink>
          )}
          {idle && (
            <Button variant="secondary" size="compact" onClick={() => setAsked({})}>
              <span>
                Ask<span className="max-sm:sr-only"> a mentor</span>
              </span>
            </Button>
          )}
        </>
      }
    >
      {!canAsk ? (
        <p>You are a mentor. The queue shows who needs help.</p>
      ) : idle ? (
        latest?.state === 'solved' && latest.mentor && <Rating request={latest} />
      ) : queued ? (
        <QueuedRequest item={queued} onEdit={setAsked} />
      ) : isOpen ? (
        <OpenRequest request={latest} mentorsOnDuty={data?.mentorsOnDuty ?? 0} />
      ) : (
        <AskForm
          topics={topics}
          helpers={helpers}
          initial={{
            location: tableNumber ? `Table ${tableNumber}` : (latest?.location ?? ''),
            ...asked,
          }}
          onAsk={ask}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

/** What was asked on this device and the server does not have, or has refused. */
function QueuedRequest({
  item: { id, payload, trouble },
  onEdit,
}: {
  item: QueuedItem<QueuedHelpRequest>;
  onEdit: (request: QueuedHelpRequest | undefined) => void;
}) {
  const remove = (edited?: QueuedHelpRequest) => {
    onEdit(edited);
    void deleteQueued(id);
  };
  return (
    <div className="grid gap-4">
      {trouble ? (
        <ErrorBox message={trouble} />
      ) : (
        <p role="status">Waiting on this device. It is sent as soon as there is a network.</p>
      )}
      <p className="wrap-anywhere text-muted">
        {payload.topic}: {payload.text}
      </p>
      <div className="flex flex-wrap gap-3">
        {trouble && (
          <Button variant="secondary" onClick={() => remove(payload)}>
            Change it
          </Button>
        )}
        <Button variant="ghost" onClick={() => remove()}>
          Discard
        </Button>
      </div>
    </div>
  );
}

function OpenRequest({ request, mentorsOnDuty }: { request: MyHelpRequest; mentorsOnDuty: number }) {
  const { _id: id, topic, text, location, mentor, ahead } = request;
  const update = useUpdateHelpRequest();
  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-1">
        <p className="font-display text-xl tracking-tight wrap-anywhere">
          {mentor
            ? `${mentor.name} is coming`
            : ahead === 0
              ? 'You are next'
              : `You are number ${ahead + 1} for ${topic}`}
        </p>
        <p className="text-muted">
          {mentor
            ? `Stay ${location ? `at ${location}` : 'where you are'}.`
            : mentorsOnDuty > 0
              ? `${formatCount(mentorsOnDuty, 'mentor is', 'mentors are')} here.`
              : 'No mentor is on duty now. Your request waits.'}
        </p>
      </div>
      <p className="wrap-anywhere text-muted">
        {topic}: {text}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          busy={update.isPending}
          onClick={() => update.mutate({ id, state: 'solved' })}
        >
          It is solved
        </Button>
        <Button
          variant="ghost"
          busy={update.isPending}
          onClick={() => update.mutate({ id, state: 'cancelled' })}
        >
          Cancel request
        </Button>
      </div>
    </div>
  );
}

interface AskFormProps {
  topics: readonly string[];
  /** The names of earlier mentors, by id. */
  helpers: ReadonlyMap<string, string>;
  initial: Partial<QueuedHelpRequest>;
  onAsk: (request: QueuedHelpRequest) => void;
  onCancel: () => void;
}

function AskForm({ topics, helpers, initial, onAsk, onCancel }: AskFormProps) {
  const [topic, setTopic] = useState(initial.topic ?? (topics.length === 1 ? topics[0] : undefined));
  const [text, setText] = useState(initial.text ?? '');
  const [location, setLocation] = useState(initial.location ?? '');
  const [wanted, setWanted] = useState(initial.wanted ?? '');
  const submit = (submission: FormEvent) => {
    submission.preventDefault();
    if (topic) onAsk({ topic, text, location, wanted: wanted || null });
  };
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <RadioChips
        legend="Topic"
        options={topics.map((value) => ({ value, label: value }))}
        value={topic ?? null}
        onChange={({ target }) => setTopic(target.value)}
      />
      <Field label="What do you need?" hint="One line, so that the right mentor comes.">
        <Input
          value={text}
          maxLength={limits.help.text}
          onChange={({ target }) => setText(target.value)}
          autoFocus
        />
      </Field>
      <Field label="Where are you?">
        <Input
          value={location}
          maxLength={limits.help.location}
          placeholder="Table 12"
          onChange={({ target }) => setLocation(target.value)}
        />
      </Field>
      {helpers.size > 0 && (
        <Field label="Who should come?">
          <Select
            value={wanted}
            options={[
              { value: '', label: 'Any mentor' },
              ...[...helpers].map(([value, name]) => ({ value, label: name })),
            ]}
            onChange={({ target }) => setWanted(target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!topic || !text.trim()}>
          Ask for help
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Asks for a rating for a while after the help. */
function Rating({ request: { _id: id, mentor, createdAt, rating } }: { request: MyHelpRequest }) {
  const rate = useRateHelp();
  const [shownUntil] = useState(() => Date.parse(createdAt) + ratedWithin);
  const [now] = useState(Date.now);
  if (rating !== null || now > shownUntil) return null;
  return (
    <RadioChips
      legend={`How was the help from ${mentor?.name}?`}
      options={[1, 2, 3, 4, 5].map((value) => ({
        value: String(value),
        label: value === 1 ? '1, bad' : value === 5 ? '5, great' : value,
      }))}
      value={rate.variables ? String(rate.variables.rating) : null}
      disabled={rate.isPending}
      onChange={({ target }) => rate.mutate({ id, rating: Number(target.value) })}
    />
  );
}
