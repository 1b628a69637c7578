import ArrowDownWideNarrow from 'lucide:arrow-down-wide-narrow';
import Pause from 'lucide:pause';
import Play from 'lucide:play';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import type { JudgingTrack, TeamAggregate } from '../../../contract/judging/judging.ts';
import { getRubricTitle, listTrackRubrics } from '../../../contract/judging/judging-tracks.ts';
import {
  filterTeams,
  findFilterCategory,
  type ResultFilter,
  rankTeams,
} from '../../../contract/judging/ranking.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { UpdatedNotice } from '../../event-day/check-in/updated-notice.tsx';
import { WorkPage } from '../../layout/work-page.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/call.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useLive } from '../../lib/live.ts';
import { Button } from '../../ui/button.tsx';
import { CsvSeparator } from '../../ui/csv-separator.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { FilterButtons } from '../../ui/filter-buttons.tsx';
import { EmptyState, ErrorBox, Skeleton } from '../../ui/page-states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import { AdjustedView } from './adjusted-view.tsx';
import { getExportUrl, reviewerChannel, teamScoresQuery, useLockScoreReview } from './score-review.api.ts';
import { TeamTable } from './team-table.tsx';

const PrizeRankings = lazyPart(() => import('./prize-rankings.tsx'));

const narrow = 'xl:max-[1900px]:px-2 xl:max-[1900px]:text-[0.8125rem]';
const refreshAtMostEvery = 1000;
const { queryKey } = teamScoresQuery(false);

export function Results({ onLocked }: { onLocked: () => void }) {
  const event = useEvent();
  const [paused, setPaused] = useState(false);
  const { data, error, dataUpdatedAt, refetch } = useQuery(teamScoresQuery(paused));
  useLive('scores', () => void queryClient.invalidateQueries({ queryKey }), {
    channel: reviewerChannel,
    enabled: data !== undefined && !paused,
    atMostEvery: refreshAtMostEvery,
  });
  const refused = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    if (refused) {
      queryClient.removeQueries({ queryKey: ['score-review'] });
      onLocked();
    } else if (error) toast.error(texts.judging.loadFailed, { id: 'scores' });
  }, [error, refused, onLocked]);
  const lock = useLockScoreReview();
  if (refused) return null;
  return (
    <WorkPage
      title={texts.admin.title}
      tab="Score review"
      className="gap-3"
      figures={data && event && countTeams(data, event)}
      actions={
        <>
          {data && <UpdatedNotice key={dataUpdatedAt} at={dataUpdatedAt} />}
          <Button
            variant="secondary"
            className="px-3"
            aria-pressed={paused}
            onClick={() => {
              if (paused) void refetch();
              setPaused(!paused);
            }}
          >
            {paused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
            {paused ? 'Resume updates' : 'Pause updates'}
          </Button>
          <Button
            variant="ghost"
            className="px-3"
            onClick={() => lock.mutate(undefined, { onSettled: onLocked })}
          >
            Lock
          </Button>
        </>
      }
    >
      {error && !data && <ErrorBox message={texts.judging.loadFailed} onRetry={refetch} />}
      {!data && !error && <Skeleton text="Loading scores..." />}
      {data && event && <Rankings teams={data} event={event} />}
      {event?.projects?.prizes.some(({ judging }) => judging) && <PrizeRankings />}
    </WorkPage>
  );
}

// Judges get the same categories in the order of the event.
const specifiedOrder = ['aiPersonas', 'scamPrevention', 'hiringRecruiting', 'supermemory'];
const findPosition = ({ key }: { key: string }) => specifiedOrder.indexOf(key);

/** Returns the filters in the order of their buttons, which is the specification's for its own categories. */
function listFilters(event: Pick<EventView, 'tracks' | 'specialCategories'>) {
  return [
    { value: 'all', label: 'All Tracks' },
    ...listTrackRubrics(event).map((value) => ({
      value,
      label: getRubricTitle(event, value).replace(/ Track$/, ''),
    })),
    ...event.specialCategories
      .toSorted((a, b) => findPosition(a) - findPosition(b))
      .map(({ key, label, filterLabel }) => ({
        value: `special:${key}` as const,
        label: filterLabel ?? label,
      })),
  ];
}

function countTeams(teams: readonly TeamAggregate[], event: EventView) {
  const countTrack = (track: JudgingTrack) => teams.filter((team) => team.track === track).length;
  return [
    ['Total Teams', teams.length],
    ...listTrackRubrics(event).map((track) => [getRubricTitle(event, track), countTrack(track)] as const),
  ] as const;
}

function Rankings({ teams, event }: { teams: TeamAggregate[]; event: EventView }) {
  const [filter, setFilter] = useState<ResultFilter>('all');
  const shown = useMemo(() => filterTeams(teams, filter), [teams, filter]);
  const category = findFilterCategory(filter);
  const [byCategory, setByCategory] = useState(false);
  const rankedBy = byCategory ? category : undefined;
  const ranking = useMemo(() => rankTeams(shown, rankedBy), [shown, rankedBy]);
  const averages =
    shown.length === 0 ? (
      <EmptyState text={texts.judging.noTeams} />
    ) : (
      <TeamTable ranking={ranking} event={event} category={category} isByCategory={rankedBy !== undefined} />
    );
  return (
    <>
      {/* One line from 1280 pixels on: the labels of the default event are that long. */}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 xl:max-[1900px]:gap-x-2">
        <div className="flex flex-wrap gap-2 xl:max-[1900px]:gap-1">
          <FilterButtons
            filters={listFilters(event)}
            chosen={filter}
            onChoose={setFilter}
            className={narrow}
          />
          {category !== undefined && (
            <Button
              size="sm"
              className={joinClasses('min-h-11 sm:min-h-9', narrow)}
              title="By this category"
              variant={byCategory ? 'primary' : 'secondary'}
              aria-pressed={byCategory}
              onClick={() => setByCategory(!byCategory)}
            >
              <ArrowDownWideNarrow size={18} aria-hidden="true" />
              <span className="xl:max-[1900px]:sr-only">By this category</span>
            </Button>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 xl:max-[1900px]:gap-1">
          <Exports count={teams.length} />
        </div>
      </div>
      <h2 className="sr-only">Ranking</h2>
      <Tabs
        label="Ranking"
        tabs={[
          { value: 'average', label: 'By average', content: averages },
          {
            value: 'adjusted',
            label: 'Adjusted for judges',
            content: <AdjustedView teams={shown} all={teams} event={event} />,
          },
        ]}
      />
      <CsvSeparator />
    </>
  );
}

function Exports({ count }: { count: number }) {
  const [adjusted, setAdjusted] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2 xl:max-[1900px]:gap-1 xl:max-[1900px]:text-[0.8125rem]">
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          variant="secondary"
          size="sm"
          className={narrow}
          onClick={() => location.assign(getExportUrl(format, { adjusted }))}
        >
          Export {format.toUpperCase()}
        </Button>
      ))}
      <Checkbox
        label="Include adjusted scores"
        className="xl:max-[1900px]:gap-1.5"
        checked={adjusted}
        onCheckedChange={setAdjusted}
      />
      <span className="text-sm text-muted xl:max-[1900px]:sr-only">
        All {formatCount(count, 'team')}, regardless of the filter.
      </span>
    </div>
  );
}
