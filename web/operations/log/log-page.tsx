import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type LogEntry, logKinds } from '../../../contract/operations/log.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { getErrorMessage } from '../../lib/api-error.ts';
import { describeAction } from '../../lib/audited-actions.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useSession } from '../../lib/session.api.ts';
import { AppLink, Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CsvSeparator } from '../../ui/csv-separator.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterButtons } from '../../ui/filter-buttons.tsx';
import { ErrorBox, Loaded } from '../../ui/page-states.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { failedMailsQuery, getLogExportUrl, logQuery, useRetryFailedMails } from './log.api.ts';

const BackupCard = lazyPart(() => import('./backup-card.tsx'));

const toLabel = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;
const filters = ['all' as const, ...logKinds].map((value) => ({ value, label: toLabel(value) }));

/** Every recorded action with its author, subject and time, and the emails that could not be sent. */
export function Component() {
  const isOwner = useSession().user?.isOwner === true;
  const [search, setSearch] = useSearchParams();
  const kind = logKinds.find((known) => known === search.get('kind')) ?? 'all';
  const log = useInfiniteQuery(logQuery(kind));
  return (
    <WorkPage
      title="Log"
      actions={
        <>
          <CsvSeparator />
          <a href={getLogExportUrl(kind)} className={buttonClasses('secondary', 'compact')}>
            Export CSV
          </a>
        </>
      }
    >
      {isOwner && <BackupCard />}
      <FailedMails />
      <FilterButtons
        filters={filters}
        chosen={kind}
        onChoose={(value) =>
          setSearch(value === 'all' ? {} : { kind: value }, { replace: true, preventScrollReset: true })
        }
      />
      <Loaded query={log} what="log" loading="Loading the log...">
        {({ pages }) => <Entries entries={pages.flat()} />}
      </Loaded>
      {log.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          busy={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </WorkPage>
  );
}

function Entries({ entries }: { entries: LogEntry[] }) {
  const event = useEvent();
  return (
    <DataTable
      caption="Log"
      stacks
      rows={entries}
      rowKey={({ _id }) => String(_id)}
      empty="Nothing of this kind has happened yet."
      className="max-h-[75dvh] rounded-lg border border-hairline bg-surface"
      columns={[
        {
          header: 'When',
          cell: ({ at }) => (
            <time dateTime={at} className="tabular text-muted sm:whitespace-nowrap">
              {formatDateTime(at, event)}
            </time>
          ),
        },
        {
          header: 'Who',
          cell: ({ action, by, address }) =>
            by ? (
              <PersonName name={by === address ? '' : by} email={address} />
            ) : (
              <span className="sm:whitespace-nowrap">
                {action === 'score-review.unlocked' ? 'Somebody' : 'The system'}
              </span>
            ),
        },
        {
          header: 'What',
          cell: ({ reason, ...entry }) => (
            <span className="wrap-anywhere">
              {describeAction(entry, event?.checkpoints)}
              {reason && `: ${reason}`}
            </span>
          ),
        },
        {
          header: 'To',
          cell: ({ subject, application, section }) =>
            section ? (
              <AppLink href={`${paths.settings}?section=${section}&earlier=`} className="link">
                {toLabel(section)}: earlier states
              </AppLink>
            ) : subject && application ? (
              <AppLink href={`${paths.dashboard}?id=${application}`} className="link wrap-anywhere">
                {subject}
              </AppLink>
            ) : (
              <span className="wrap-anywhere">{subject}</span>
            ),
        },
      ]}
    />
  );
}

function FailedMails() {
  const event = useEvent();
  const { data, error, refetch } = useQuery(failedMailsQuery);
  const retry = useRetryFailedMails();
  if (error && !data)
    return (
      <ErrorBox message={getErrorMessage(error, 'Failed emails could not be loaded.')} onRetry={refetch} />
    );
  if (!data || data.length === 0) return null;
  return (
    <Card
      title="Failed emails"
      aside={
        <Button size="compact" busy={retry.isPending} onClick={() => retry.mutate(data)}>
          Send all again
        </Button>
      }
    >
      <DataTable
        caption="Failed emails"
        folds
        rows={data}
        rowKey={({ _id }) => _id}
        className="max-h-[40dvh]"
        columns={[
          {
            header: 'To',
            cell: ({ recipient, failedAt }) => (
              <>
                <PersonName name="" email={recipient} />
                <span className="text-muted">{formatDateTime(failedAt, event)}</span>
              </>
            ),
          },
          {
            header: 'Email',
            cell: ({ subject, failure }) => (
              <>
                <span className="block wrap-anywhere">{subject}</span>
                <span className="text-danger wrap-anywhere">{failure}</span>
              </>
            ),
          },
          {
            header: 'Again',
            cell: (mail) => (
              <Button
                size="compact"
                variant="secondary"
                aria-label={`Send “${mail.subject}” to ${mail.recipient} again`}
                disabled={retry.isPending}
                onClick={() => retry.mutate([mail])}
              >
                Send again
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
