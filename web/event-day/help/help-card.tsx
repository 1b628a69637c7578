import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { helpLimits, type MyHelpRequest } from '../../../contract/event-day/help.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import type { ApplicantProps } from '../../dashboard/applicant-props.ts';
import { useLive } from '../../lib/live.ts';
import { deleteQueued, useOfflineQueue } from '../../lib/offline-queue.ts';
import { useUser } from '../../lib/session.api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Form, Input, Select } from '../../ui/field.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { RadioChips } from '../../ui/radio-chips.tsx';
import { myHelpQuery, type NewHelpRequest, sendHelpRequest, useUpdateHelpRequest } from './help.api.ts';

const nobodyOnDuty = 'No mentor is on duty now.';

/** Asks mentors for help, says how far the request is, and afterwards how it was. */
export default function HelpCard({ event, application }: ApplicantProps) {
  const user = useUser();
  const { data, refetch } = useQuery(myHelpQuery(user));
  const queue = useOfflineQueue<NewHelpRequest>(`help ${user._id}`, { send: sendHelpRequest });
  const [isAsking, setIsAsking] = useState(false);
  const [latest] = data?.requests ?? [];
  const [queued] = queue.items;
  const open = latest?.state === 'waiting' || latest?.state === 'claimed' ? latest : undefined;
  useLive('help', () => void refetch(), { enabled: open !== undefined, atMostEvery: 1500 });
  const isIdle = !queued && !open && !isAsking;
  const here = data?.mentorsOnDuty
    ? `${formatCount(data.mentorsOnDuty, 'mentor is', 'mentors are')} here.`
    : '';
  const note =
    data?.mentorsOnDuty === 0
      ? `${nobodyOnDuty} A request waits for one.`
      : `A mentor comes to your table. ${here}`.trimEnd();
  return (
    <Card
      title="Help from mentors"
      note={isIdle && note}
      aside={
        isIdle && (
          <Button variant="secondary" size="compact" onClick={() => setIsAsking(true)}>
            <span>
              Ask<span className="max-sm:sr-only"> a mentor</span>
            </span>
          </Button>
        )
      }
    >
      {isIdle ? (
        latest?.state === 'solved' && latest.mentor && <Rating request={latest} />
      ) : isAsking ? (
        <AskForm
          topics={event.help?.topics ?? []}
          requests={data?.requests ?? []}
          location={application.tableNumber ? `Table ${application.tableNumber}` : undefined}
          onAsk={(request) => {
            if (request) queue.add(request);
            setIsAsking(false);
          }}
        />
      ) : queued ? (
        <Asked
          request={queued.payload}
          trouble={queued.trouble}
          says={['Waiting on this device', 'It is sent as soon as there is a network.']}
          actions={{ Discard: () => void deleteQueued(queued.id) }}
        />
      ) : (
        open && <OpenRequest request={open} here={here} />
      )}
    </Card>
  );
}

interface AskedProps {
  request: Pick<NewHelpRequest, 'topic' | 'text'>;
  /** How far it is. */
  says: readonly [headline: string, sentence: string];
  /** Why the server has refused it. */
  trouble?: string | undefined;
  actions: Record<string, () => void>;
}

function Asked({ request: { topic, text }, says: [headline, sentence], trouble, actions }: AskedProps) {
  return (
    <div className="grid gap-4">
      {trouble ? (
        <ErrorBox message={trouble} />
      ) : (
        <div role="status" className="grid gap-1">
          <p className="font-display text-xl tracking-tight wrap-anywhere">{headline}</p>
          <p className="text-muted">{sentence}</p>
        </div>
      )}
      <p className="wrap-anywhere text-muted">
        {topic}: {text}
      </p>
      <div className="flex flex-wrap gap-3">
        {Object.entries(actions).map(([label, onClick], at) => (
          <Button key={label} variant={at === 0 ? 'secondary' : 'ghost'} onClick={onClick}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

function OpenRequest({ request, here }: { request: MyHelpRequest; here: string }) {
  const { mutate } = useUpdateHelpRequest();
  const { _id: id, topic, location, mentor, ahead } = request;
  const headline = ahead === 0 ? 'You are next' : `You are number ${ahead + 1} for ${topic}`;
  const end = (state: 'solved' | 'cancelled') => () => mutate({ params: { id }, body: { state } });
  return (
    <Asked
      request={request}
      says={
        mentor
          ? [`${mentor.name} is coming`, `Stay where you are${location && `: ${location}`}.`]
          : [headline, here || `${nobodyOnDuty} Your request waits.`]
      }
      actions={{ 'Mark as solved': end('solved'), 'Cancel request': end('cancelled') }}
    />
  );
}

interface AskFormProps {
  topics: readonly string[];
  /** Earlier requests, whose mentors can be asked again. */
  requests: readonly MyHelpRequest[];
  location: string | undefined;
  /** Called without a request to cancel. */
  onAsk: (request?: NewHelpRequest) => void;
}

function AskForm({ topics, requests, location, onAsk }: AskFormProps) {
  const [topic, setTopic] = useState(topics.length === 1 ? topics[0] : undefined);
  const helpers = new Map(requests.flatMap(({ mentor }) => (mentor ? [[mentor._id, mentor.name]] : [])));
  const submit = (submission: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(submission.currentTarget);
    const read = (name: string) => String(typed.get(name) ?? '');
    if (topic)
      onAsk({ topic, text: read('text'), location: read('location'), wanted: read('wanted') || null });
  };
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <RadioChips
        legend="Topic"
        options={topics.map((value) => ({ value, label: value }))}
        value={topic ?? ''}
        onValueChange={setTopic}
        required
      />
      <Field label="What do you need?" hint="One line, so that the right mentor comes.">
        <Input name="text" required pattern=".*\S.*" maxLength={helpLimits.text} autoFocus />
      </Field>
      <Field label="Where are you?">
        <Input
          name="location"
          maxLength={helpLimits.location}
          placeholder="Table 12"
          defaultValue={location ?? requests[0]?.location}
        />
      </Field>
      {helpers.size > 0 && (
        <Field label="Who should come?">
          <Select
            name="wanted"
            options={[
              { value: '', label: 'Any mentor' },
              ...[...helpers].map(([value, label]) => ({ value, label })),
            ]}
          />
        </Field>
      )}
      <FormEnd confirmLabel="Ask for help" onCancel={onAsk} />
    </Form>
  );
}

/** Asks how the help was, once. */
function Rating({ request: { _id: id, mentor, rating } }: { request: MyHelpRequest }) {
  const { mutate, isPending, isSuccess } = useUpdateHelpRequest();
  if (isSuccess) return <p className="text-muted">Thank you for rating.</p>;
  if (rating !== null) return null;
  return (
    <RadioChips
      legend={`How was the help from ${mentor?.name}?`}
      hint="1 is bad, 5 is great."
      options={['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))}
      disabled={isPending}
      onValueChange={(value) => mutate({ params: { id }, body: { state: 'solved', rating: Number(value) } })}
    />
  );
}
