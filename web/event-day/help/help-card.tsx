import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { helpLimits, type MyHelpRequest } from '../../../contract/event-day/help.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import type { EventCardProps } from '../../dashboard/applicant-props.ts';
import { useLive } from '../../lib/live.ts';
import { deleteQueued, useOfflineQueue } from '../../lib/offline-queue.ts';
import { useNow } from '../../lib/use-now.ts';
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
  type NewHelpRequest,
  sendHelpRequest,
  useRateHelp,
  useUpdateHelpRequest,
} from './help.api.ts';

/** In milliseconds: for how long somebody is asked about help that is over. */
const ratedWithin = 12 * 3_600_000;

/** Asks mentors for help, says how far the request is, and afterwards how it was. */
export default function HelpCard({ user, event, application }: EventCardProps) {
  const topics = event.help?.topics ?? [];
  // Others see only a link to the queue, if they are mentors.
  const canAsk = application !== undefined;
  const { data, refetch } = useQuery(myHelpQuery(user));
  const queue = useOfflineQueue<NewHelpRequest>(`help ${user._id}`, { send: sendHelpRequest });
  const [latest] = data?.requests ?? [];
  const isOpen = latest?.state === 'waiting' || latest?.state === 'claimed';
  useLive('help', () => void refetch(), { enabled: isOpen, atMostEvery: 1500 });
  const [asked, setAsked] = useState<Partial<NewHelpRequest>>();
  const update = useUpdateHelpRequest();
  if (!canAsk && !data?.isMentor) return null;
  const [queued] = queue.items;
  const idle = canAsk && !queued && !isOpen && !asked;
  const here = data?.mentorsOnDuty
    ? `${formatCount(data.mentorsOnDuty, 'mentor is', 'mentors are')} here.`
    : '';
  const discard = (edited?: NewHelpRequest) => {
    setAsked(edited);
    if (queued) void deleteQueued(queued.id);
  };
  const ask = (request: NewHelpRequest) => {
    setAsked(undefined);
    queue.add(request);
  };
  const helpers = new Map(
    data?.requests.flatMap(({ mentor }) => (mentor ? [[mentor._id, mentor.name]] : [])),
  );
  return (
    <Card
      title="Help from mentors"
      note={idle && `A mentor comes to your table. ${here}`.trimEnd()}
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
        <Asked
          request={queued.payload}
          trouble={queued.trouble}
          says={['Waiting on this device. It is sent as soon as there is a network.']}
        >
          {queued.trouble && (
            <Button variant="secondary" onClick={() => discard(queued.payload)}>
              Change it
            </Button>
          )}
          <Button variant="ghost" onClick={() => discard()}>
            Discard
          </Button>
        </Asked>
      ) : isOpen ? (
        <Asked request={latest} says={describeProgress(latest, here)}>
          {(['solved', 'cancelled'] as const).map((state) => (
            <Button
              key={state}
              variant={state === 'solved' ? 'secondary' : 'ghost'}
              busy={update.isPending}
              onClick={() => update.mutate({ params: { id: latest._id }, body: { state } })}
            >
              {state === 'solved' ? 'It is solved' : 'Cancel request'}
            </Button>
          ))}
        </Asked>
      ) : (
        <AskForm
          topics={topics}
          helpers={helpers}
          request={{
            topic: topics.length === 1 ? (topics[0] ?? '') : '',
            text: '',
            location: application.tableNumber ? `Table ${application.tableNumber}` : (latest?.location ?? ''),
            ...asked,
          }}
          onChange={setAsked}
          onAsk={ask}
        />
      )}
    </Card>
  );
}

/** Says how far a request is, in a line and a sentence. */
function describeProgress({ topic, location, mentor, ahead }: MyHelpRequest, here: string): [string, string] {
  if (mentor) return [`${mentor.name} is coming`, `Stay ${location ? `at ${location}` : 'where you are'}.`];
  return [
    ahead === 0 ? 'You are next' : `You are number ${ahead + 1} for ${topic}`,
    here || 'No mentor is on duty now. Your request waits.',
  ];
}

interface AskedProps {
  request: Pick<NewHelpRequest, 'topic' | 'text'>;
  /** How far it is; a single sentence is no headline. */
  says: readonly string[];
  /** Why the server has refused it. */
  trouble?: string | undefined;
  /** The buttons. */
  children: ReactNode;
}

/** What was asked, here or on the server. */
function Asked({ request: { topic, text }, says: [first, second], trouble, children }: AskedProps) {
  return (
    <div className="grid gap-4">
      {trouble ? (
        <ErrorBox message={trouble} />
      ) : (
        <div role="status" className="grid gap-1">
          <p className={second && 'font-display text-xl tracking-tight wrap-anywhere'}>{first}</p>
          {second && <p className="text-muted">{second}</p>}
        </div>
      )}
      <p className="wrap-anywhere text-muted">
        {topic}: {text}
      </p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}

interface AskFormProps {
  topics: readonly string[];
  /** The names of earlier mentors, by id. */
  helpers: ReadonlyMap<string, string>;
  request: NewHelpRequest;
  /** Called with undefined to cancel. */
  onChange: (request: NewHelpRequest | undefined) => void;
  onAsk: (request: NewHelpRequest) => void;
}

function AskForm({ topics, helpers, request, onChange, onAsk }: AskFormProps) {
  const set = (change: Partial<NewHelpRequest>) => onChange({ ...request, ...change });
  const submit = (submission: FormEvent) => {
    submission.preventDefault();
    onAsk(request);
  };
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <RadioChips
        legend="Topic"
        options={topics.map((value) => ({ value, label: value }))}
        value={request.topic}
        onChange={({ target }) => set({ topic: target.value })}
      />
      <Field label="What do you need?" hint="One line, so that the right mentor comes.">
        <Input
          value={request.text}
          maxLength={helpLimits.text}
          onChange={({ target }) => set({ text: target.value })}
          autoFocus
        />
      </Field>
      <Field label="Where are you?">
        <Input
          value={request.location}
          maxLength={helpLimits.location}
          placeholder="Table 12"
          onChange={({ target }) => set({ location: target.value })}
        />
      </Field>
      {helpers.size > 0 && (
        <Field label="Who should come?">
          <Select
            value={request.wanted ?? ''}
            options={[
              { value: '', label: 'Any mentor' },
              ...[...helpers].map(([value, name]) => ({ value, label: name })),
            ]}
            onChange={({ target }) => set({ wanted: target.value || null })}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!request.topic || !request.text.trim()}>
          Ask for help
        </Button>
        <Button variant="ghost" onClick={() => onChange(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Asks for a rating for a while after the help. */
function Rating({ request: { _id: id, mentor, createdAt, rating } }: { request: MyHelpRequest }) {
  const rate = useRateHelp();
  const now = useNow();
  if (rating !== null || now > Date.parse(createdAt) + ratedWithin) return null;
  return (
    <RadioChips
      legend={`How was the help from ${mentor?.name}?`}
      options={['1, bad', '2', '3', '4', '5, great'].map((label) => ({ value: label.charAt(0), label }))}
      value={rate.variables ? String(rate.variables.body.rating) : null}
      disabled={rate.isPending}
      onChange={({ target }) => rate.mutate({ params: { id }, body: { rating: Number(target.value) } })}
    />
  );
}
