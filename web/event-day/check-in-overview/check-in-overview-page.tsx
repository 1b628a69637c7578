import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { EventView } from '../../../contract/event/site.ts';
import { formatAgo, formatCount } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { canOpen } from '../../layout/sidebar-access.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useLive } from '../../lib/live.ts';
import { useSession } from '../../lib/session.api.ts';
import { useNow } from '../../lib/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { AppLink, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { checkInCountsQuery, type ListedCheckIn } from '../check-in/check-in.api.ts';
import CheckedInPanel from '../check-in/checked-in-panel.tsx';
import { refreshCheckInOverview, stationsQuery, useUndoCheckIn } from './check-in-overview.api.ts';
import { ConflictList } from './conflict-list.tsx';
import { RefusedScans } from './refused-scans.tsx';

// Loaded when it is first opened.
const ReasonDialog = lazyPart(() => import('./reason-dialog.tsx'));

/** All stations, for organizers: who is checked in, which scans were refused, who was checked in twice. */
export function Component() {
  const checkpoints = useEvent()?.checkpoints;
  const [search, setSearch] = useSearchParams();
  const [undoing, setUndoing] = useState<ListedCheckIn>();
  const undo = useUndoCheckIn();
  const opensList = canOpen(useSession().user?.role, paths.dashboard);
  useLive('check-in-overview', refreshCheckInOverview);
  // Letting somebody in settles their problem.
  useLive('check-ins', refreshCheckInOverview, { atMostEvery: 3000 });
  const chosen = checkpoints?.find(({ id }) => id === search.get('at')) ?? checkpoints?.[0];
  const { data: counts, isError, refetch } = useQuery(checkInCountsQuery);
  const expected = useQuery(stationsQuery).data?.expected;
  const countOf = (id: string) => counts?.find(({ checkpoint }) => checkpoint === id)?.count;
  const entrance = checkpoints?.[0]?.id;
  // Meals and swag are for those who are in.
  const totalOf = (id: string) => (id === entrance ? expected : countOf(entrance ?? ''));
  if (!checkpoints || !chosen) return <LoadingScreen />;
  return (
    <WorkPage title="Check-in overview">
      <div className="grid gap-3">
        {isError && <ErrorBox message="The counts could not be loaded." onRetry={refetch} />}
        <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3">
          <legend className="sr-only">Checkpoint</legend>
          {checkpoints.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === chosen.id}
              className="flex flex-wrap items-center justify-between gap-x-2 rounded-lg border-2 border-hairline bg-surface px-3 py-1.5 text-left hover:border-edge aria-pressed:border-primary aria-pressed:bg-surface-2"
              onClick={() => setSearch({ at: id }, { replace: true, preventScrollReset: true })}
            >
              <span className="text-sm font-semibold">{name}</span>
              <span className="tabular whitespace-nowrap font-display text-xl font-bold tracking-tight">
                <span
                  data-of={totalOf(id) === undefined ? '' : ` of ${totalOf(id)}`}
                  className="after:text-sm after:font-normal after:text-muted after:content-[attr(data-of)]"
                >
                  {countOf(id) ?? '–'}
                </span>
                <span className="sr-only"> checked in</span>
              </span>
            </button>
          ))}
        </fieldset>
        {opensList && (expected ?? 0) > (countOf(entrance ?? '') ?? 0) && (
          <AppLink
            className="link justify-self-start"
            href={`${paths.dashboard}?status=approved&checkedIn=no`}
          >
            Who is not here yet
          </AppLink>
        )}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <CheckedInPanel
          key={chosen.id}
          checkpoint={chosen.id}
          className="max-lg:order-last"
          action={{
            header: 'Undo',
            cell: (row) => (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Undo the check-in of ${formatName(row.name)}`}
                onClick={() => {
                  undo.reset();
                  setUndoing(row);
                }}
              >
                Undo
              </Button>
            ),
          }}
        />
        <div className="grid gap-5">
          <StationList checkpoints={checkpoints} />
          <ConflictList checkpoints={checkpoints} />
          <RefusedScans key={chosen.id} checkpoint={chosen.id} />
        </div>
      </div>
      {undoing && (
        <ReasonDialog
          title={`Undo check-in: ${formatName(undoing.name)}`}
          description={`The check-in at “${chosen.name}” is undone, and the pass can be used there again.`}
          confirmLabel="Undo check-in"
          action={{
            ...undo,
            mutate: (reason, then) => undo.mutate({ params: { id: undoing._id }, body: { reason } }, then),
          }}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </WorkPage>
  );
}

// Three reports have not come, in milliseconds.
const silentAfter = 65_000;

/** The stations of the day: when each was last heard of, and what it has not sent. */
function StationList({ checkpoints }: { checkpoints: EventView['checkpoints'] }) {
  const { data } = useQuery(stationsQuery);
  const event = useEvent();
  const now = useNow();
  if (!data || data.stations.length === 0) return null;
  return (
    <Card className="max-sm:p-4" title="Stations">
      <ul className="divide-y divide-hairline">
        {data.stations.map(({ _id, checkpoint, by, seenAt, waiting, troubled }) => {
          const isSilent = now - Date.parse(seenAt) > silentAfter;
          return (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span className="min-w-0">
                <span className="font-semibold wrap-anywhere">
                  {checkpoints.find(({ id }) => id === checkpoint)?.name ?? checkpoint}
                </span>{' '}
                <span className="text-sm text-muted wrap-anywhere">{by}</span>
              </span>
              <span className="flex flex-wrap items-center gap-2 text-sm">
                {waiting > 0 && <Badge tone="pending">{waiting} not sent</Badge>}
                {troubled > 0 && (
                  <Badge tone="rejected">{formatCount(troubled, 'needs', 'need')} attention</Badge>
                )}
                <span className={isSilent ? 'text-warning' : 'text-muted'}>
                  {isSilent ? `last heard from ${formatAgo(seenAt, event)}` : 'connected'}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
