import { useState } from 'react';
import { paths } from '../../../contract/pages.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { publicationQuery, useWithdrawResults } from './results.api.ts';

const PublishDialog = lazyPart(() => import('./publish-dialog.tsx'));

/** Whether everybody sees the winners, and what publishes them or takes them back. */
export function ResultsCard() {
  const event = useEvent();
  const [open, setOpen] = useState<'publish' | 'withdraw'>();
  const { data, isError, refetch } = useLiveQuery(publicationQuery, 'judging', { atMostEvery: 3000 });
  const withdraw = useWithdrawResults({ onSettled: () => setOpen(undefined) });
  if (isError && !data) return <ErrorBox message="The results could not be loaded." onRetry={refetch} />;
  if (!data) return null;
  const { publishedAt, groups, isOutdated } = data;
  return (
    <Card title="Results">
      <div className="grid justify-items-start gap-3">
        <p>
          {publishedAt
            ? `The winners have been public since ${formatDateTime(publishedAt, event)}.`
            : groups.length > 0
              ? 'Nobody but you and the judges knows the winners yet.'
              : 'Nothing has been scored yet.'}
        </p>
        {isOutdated && (
          <p role="status" className="rounded-md bg-pending-bg px-4 py-3 text-pending">
            Scores have changed since: published anew, the winners would be others.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            size="compact"
            variant={publishedAt ? 'secondary' : 'primary'}
            disabled={groups.length === 0}
            onClick={() => setOpen('publish')}
          >
            {publishedAt ? 'Publish anew' : 'Publish results'}
          </Button>
          {publishedAt && (
            <>
              <LinkButton document href={paths.results} variant="secondary" size="compact">
                See the winners
              </LinkButton>
              <Button size="compact" variant="ghost" onClick={() => setOpen('withdraw')}>
                Take back
              </Button>
            </>
          )}
        </div>
      </div>
      {open === 'publish' && <PublishDialog publication={data} onClose={() => setOpen(undefined)} />}
      <ConfirmDialog
        open={open === 'withdraw'}
        title="Take the results back?"
        body="The page of the winners and the marks in the gallery disappear. Who has read them knows them."
        confirmLabel="Take back"
        danger
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onCancel={() => setOpen(undefined)}
      />
    </Card>
  );
}
