import ChevronRight from 'lucide:chevron-right';
import { memo, useCallback, useDeferredValue, useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import type { TeamAggregate } from '../../../contract/judging/judging.ts';
import { getRubricTitle } from '../../../contract/judging/judging-tracks.ts';
import { describeTeam, type Ranked } from '../../../contract/judging/ranking.ts';
import { limits } from '../../../contract/limits.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useMediaQuery } from '../../lib/media-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Average, Rank, RankingTable } from './ranking-table.tsx';
import { TeamDetails } from './team-details.tsx';

const wide = 20;
const firstRows = 40;
const wanted = limits.judging.scoresPerTeam;

/** Returns the highest minus the lowest judge's total of a team, in points. */
function computeSpread({ judge_breakdown }: TeamAggregate): number {
  const totals = Object.values(judge_breakdown);
  return Math.max(...totals) - Math.min(...totals);
}

interface TeamTableProps {
  ranking: readonly Ranked<TeamAggregate>[];
  event: EventView;
  /** The special category that has a column. */
  category: string | undefined;
  /** Whether the teams are ranked by that category. */
  isByCategory: boolean;
}

/** The teams in the order of their ranking; each row expands to its scores. */
export function TeamTable({ ranking, event, category, isByCategory }: TeamTableProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  // The first rows render at once; the rest of a long list, and its updates, do not block the page.
  const rows = useDeferredValue(ranking, ranking.slice(0, firstRows));
  const toggle = useCallback(
    (number: number) =>
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(number)) after.add(number);
        return after;
      }),
    [],
  );
  const numbers = ranking.map(({ entry }) => entry.team_number);
  const allOpen = numbers.every((number) => open.has(number));
  const extra = event.specialCategories.find(({ key }) => key === category);
  const phone = useMediaQuery('(max-width: 639px)');
  const heads = [
    { label: 'Rank', className: 'w-12' },
    { label: 'Team' },
    { label: 'Average', className: 'max-sm:w-22' },
    ...(extra ? [{ label: extra.filterLabel ?? extra.label, className: 'max-sm:w-22' }] : []),
    { label: 'Judges', className: 'max-sm:hidden' },
    { label: 'Spread', className: 'max-sm:hidden' },
  ];
  // A row that spans columns which a phone hides would take their room from the others.
  const columns = heads.length - (phone ? 2 : 0);
  return (
    <div className="relative grid grid-cols-1 gap-2">
      <Button
        variant="ghost"
        size="sm"
        className="min-h-11 justify-self-end lg:absolute lg:-top-16 lg:right-0"
        onClick={() => setOpen(allOpen ? new Set() : new Set(numbers))}
      >
        {allOpen ? 'Collapse all' : 'Expand all'}
      </Button>
      <RankingTable
        label="Teams by average"
        caption="Teams by average"
        heads={heads}
        className="table-fixed sm:table-auto"
      >
        {rows.map(({ entry: team, rank, tied, precise }) => (
          <TeamRow
            key={team.team_number}
            team={team}
            event={event}
            rank={rank}
            tied={tied}
            precise={precise}
            category={category}
            isByCategory={isByCategory}
            columns={columns}
            isOpen={open.has(team.team_number)}
            onToggle={toggle}
          />
        ))}
      </RankingTable>
    </div>
  );
}

interface TeamRowProps {
  team: TeamAggregate;
  event: EventView;
  rank: number;
  tied: boolean;
  /** What the team is ranked by with two decimals, where two ranks would look the same. */
  precise: string | undefined;
  category: string | undefined;
  isByCategory: boolean;
  columns: number;
  isOpen: boolean;
  onToggle: (number: number) => void;
}

type Comparable = Readonly<Record<string, unknown>>;

/** Compares what a row shows. One new score changes `adjusted` of every team, which a row does not show. */
function showsTheSame(before: TeamRowProps, after: TeamRowProps): boolean {
  const same = (a: Comparable, b: Comparable, ignored: string) =>
    Object.keys(b).every((key) => key === ignored || Object.is(a[key], b[key]));
  return same({ ...before }, { ...after }, 'team') && same(before.team, after.team, 'adjusted');
}

// Rows without a change do not render again when scores arrive.
const TeamRow = memo(function TeamRow(props: TeamRowProps) {
  const { team, event, rank, tied, precise, category, isByCategory, columns, isOpen, onToggle } = props;
  const { team_number: number, judge_count: judges } = team;
  const details = `team-${number}`;
  return (
    <>
      <tr className="border-t border-hairline align-top">
        <td className="px-2 py-3 font-mono">
          <Rank rank={rank} tied={tied} />
        </td>
        <td className="px-2 py-1">
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-2 text-left"
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => onToggle(number)}
          >
            <ChevronRight size={18} className={joinClasses('shrink-0 text-muted', isOpen && 'rotate-90')} />
            <span className="min-w-0">
              <span className="font-semibold wrap-anywhere">{describeTeam(team)}</span>{' '}
              <span className="text-sm text-muted">
                #{number} <span className="max-sm:hidden">· {getRubricTitle(event, team.track)}</span>
                <span className="sm:hidden">
                  · {judges} of {wanted} judges
                </span>
              </span>
            </span>
          </button>
          <Flags team={team} />
        </td>
        <td className="px-2 py-3 font-mono text-lg font-semibold">
          <span key={team.avg_total_score} className="animate-fade">
            <Average value={team.avg_total_score} precise={isByCategory ? undefined : precise} />
          </span>
        </td>
        {category !== undefined && (
          <td className="px-2 py-3 font-mono">
            <Average
              value={getOwnValue(team.special_categories_avg, category) ?? 0}
              precise={isByCategory ? precise : undefined}
            />
          </td>
        )}
        <td className="px-2 py-3 text-sm whitespace-nowrap max-sm:hidden">
          <span className={judges < wanted ? 'text-warning' : undefined}>
            {judges} of {wanted}
          </span>
        </td>
        <td className="px-2 py-3 font-mono text-sm max-sm:hidden">
          {judges > 1 ? computeSpread(team).toFixed(1) : '–'}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={columns} id={details} className="pb-6 sm:px-2">
            <TeamDetails team={team} event={event} />
          </td>
        </tr>
      )}
    </>
  );
}, showsTheSame);

function Flags({ team }: { team: TeamAggregate }) {
  const spread = computeSpread(team);
  const flags = [
    team.team_names.length > 1 && `${team.team_names.length} names under this number`,
    team.tracks.length > 1 && `Scored in ${team.tracks.length === 2 ? 'both' : 'several'} tracks`,
    spread >= wide && `Judges differ by ${Number(spread.toFixed(1))} points`,
    team.judge_count === 1 && 'Needs another judge',
  ].filter((flag) => flag !== false);
  if (flags.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-1.5 pb-2 pl-6.5">
      {flags.map((flag) => (
        <Badge key={flag} tone="pending" className="text-xs whitespace-normal">
          {flag}
        </Badge>
      ))}
    </p>
  );
}
