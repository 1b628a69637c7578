import RefreshCw from 'lucide:refresh-cw';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { formatDate, formatTime } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { queryClient } from '../../lib/call.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { useLive } from '../../lib/live.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Loaded } from '../../ui/page-states.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { checkedInQuery, checkInCountsQuery, type ListedCheckIn } from './check-in.api.ts';
import { filterByText } from './filter-by-text.ts';
import { UpdatedNotice } from './updated-notice.tsx';
import { useRecentArrivals } from './use-recent-arrivals.ts';

const { listFailed, listEmpty, filterEmpty, listLoading } = texts.checkIn;

interface CheckedInPanelProps {
  checkpoint: string;
  /** A column with an action, in place of the major. */
  action?: { header: string; cell: (row: ListedCheckIn) => ReactNode };
  className?: string;
}

export default function CheckedInPanel({ checkpoint, action, className }: CheckedInPanelProps) {
  const checkedIn = useQuery(checkedInQuery(checkpoint));
  const { data: known, isFetching, refetch } = checkedIn;
  const data = known?.list;
  const [filter, setFilter] = useState('');
  const newcomers = useRecentArrivals(data);
  useLive('check-ins', () => {
    void refetch();
    void queryClient.invalidateQueries(checkInCountsQuery);
  });
  const rows = useMemo(() => filterByText(data ?? [], filter), [data, filter]);
  const event = useEvent();
  const columns = [
    {
      header: 'Name',
      cell: ({ name, email }: ListedCheckIn) => (
        <PersonName name={formatName(name)} email={email === null ? texts.admin.noEmail : email} />
      ),
    },
    // On a phone there is no space for it beside a button.
    ...(action
      ? []
      : [
          {
            header: 'Major',
            cell: ({ major }: ListedCheckIn) => <span className="break-words">{major}</span>,
          },
        ]),
    {
      header: 'Check-in Time',
      cell: ({ checkedInAt }: ListedCheckIn) => (
        <time dateTime={checkedInAt} className="tabular sm:whitespace-nowrap">
          <span className="block font-semibold">{formatTime(checkedInAt, event)}</span>
          <span className="block text-muted">{formatDate(checkedInAt, event)}</span>
        </time>
      ),
    },
    ...(action ? [action] : []),
  ];
  return (
    <Card
      className={joinClasses('max-sm:p-4', className)}
      title="Checked-in Participants"
      aside={
        data && (
          <Badge tone="approved" className="tabular">
            <span key={data.length} className="animate-enter">
              {data.length}
            </span>
            <span className="sr-only"> in total</span>
          </Badge>
        )
      }
      contentClass="grid gap-4"
    >
      <Field label="Filter by name or email">
        <Input type="search" value={filter} onValueChange={setFilter} />
      </Field>
      <Loaded query={checkedIn} loading={listLoading} failed={listFailed}>
        {({ list }) => (
          <DataTable
            caption="Check-in times"
            folds
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            empty={list.length === 0 ? listEmpty : filterEmpty}
            rowHeight={64}
            isNew={({ _id }) => newcomers.has(_id)}
            className="max-h-[500px]"
          />
        )}
      </Loaded>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant="secondary" onClick={() => void refetch()}>
          <RefreshCw size={18} strokeWidth={1.75} className={joinClasses(isFetching && 'animate-spin')} />
          Refresh List
        </Button>
        {known && <UpdatedNotice key={known.at} at={known.at} />}
      </div>
    </Card>
  );
}
