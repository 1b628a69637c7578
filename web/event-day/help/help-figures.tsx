import { type FormEvent, useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import type { HelpOverview, Mentor } from '../../../contract/event-day/help.ts';
import { limits } from '../../../contract/limits.ts';
import { formatClockHour, formatCount, formatDay, formatNumber } from '../../../contract/platform/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PersonRow } from '../check-in-overview/person-row.tsx';
import { useAddMentor, useRemoveMentor } from './help.api.ts';

interface OverviewProps extends Pick<HelpOverview, 'mentors' | 'hours'> {
  topics: readonly string[];
  event: EventView;
}

/** What organizers see beside the queue: the mentors, and what was asked when. */
export function HelpFigures({ mentors, hours, topics, event }: OverviewProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Mentors mentors={mentors} event={event} />
      {hours.length > 0 && <Hours hours={hours} topics={topics} event={event} />}
    </div>
  );
}

function Mentors({ mentors, event }: Pick<OverviewProps, 'mentors' | 'event'>) {
  const [email, setEmail] = useState('');
  const add = useAddMentor({ onSuccess: () => setEmail('') });
  const [removing, setRemoving] = useState<Mentor>();
  const remove = useRemoveMentor({ onSettled: () => setRemoving(undefined) });
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
    add.mutate({ email: email.trim(), topics: [] });
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
              onClick={() => setRemoving(mentor)}
            >
              Remove
            </Button>
          </PersonRow>
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== undefined}
        title={`Remove ${removing?.name || removing?.email || ''}?`}
        body="They no longer see the queue. Requests that they have claimed wait again."
        confirmLabel="Remove mentor"
        danger
        busy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing)}
        onCancel={() => setRemoving(undefined)}
        // The row goes.
        returnFocus={() => (remove.isIdle ? null : document.querySelector<HTMLElement>('main h1'))}
      />
    </Card>
  );
}

function Hours({ hours, topics, event }: Omit<OverviewProps, 'mentors'>) {
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
