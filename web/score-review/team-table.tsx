import { ChevronRight } from 'lucide-react';
import { memo, useCallback, useMemo, useState } from 'react';
import type { TeamAggregate } from '../../contract/judging.ts';
import { limits } from '../../contract/limits.ts';
import type { EventView } from '../../contract/site.ts';
import { titleOf } from '../judging/tracks.ts';
import { classes } from '../lib/classes.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { categoryOf, type Filter, ranksOf, spreadOf } from './filters.ts';
import { TeamDetails } from './team-details.tsx';

const wide = 20;
const wanted = limits.judging.scoresPerTeam;

interface TeamTableProps {
  teams: readonly TeamAggregate[];
  event: EventView;
  filter: Filter;
}

/** The teams by average; each row opens to what its judges have said. */
export function TeamTable({ teams, event, filter }: TeamTableProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const ranks = useMemo(() => ranksOf(teams), [teams]);
  const toggle = useCallback(
    (number: number) =>
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(number)) after.add(number);
        return after;
      }),
    [],
  );
  const allOpen = teams.every((team) => open.has(team.team_number));
  const category = categoryOf(filter);
  const extra = event.specialCategories.find(({ key }) => key === category);
  const heads = ['Rank', 'Team', 'Average', ...(extra ? [extra.filterLabel ?? extra.label] : []), 'Judges'];
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button
        variant="ghost"
        size="sm"
        className="min-h-11 justify-self-end"
        onClick={() => setOpen(allOpen ? new Set() : new Set(teams.map((team) => team.team_number)))}
      >
        {allOpen ? 'Collapse all' : 'Expand all'}
      </Button>
      <ScrollRegion label="Teams by average" className="overflow-x-auto">
        <table className="tabular w-full table-fixed border-collapse text-left sm:table-auto">
          <caption className="sr-only">Teams by average</caption>
          <thead>
            <tr className="text-sm text-muted">
              {heads.map((head) => (
                <th
                  key={head}
                  scope="col"
                  className={classes(
                    'px-2 py-2 font-semibold first:w-12 max-sm:not-first:w-22 max-sm:nth-2:w-auto',
                    head === 'Judges' && 'max-sm:hidden',
                  )}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {teams.map((team) => (
              <TeamRow
                key={team.team_number}
                team={team}
                event={event}
                rank={ranks.get(team.team_number)?.rank ?? 0}
                tied={ranks.get(team.team_number)?.tied ?? false}
                category={category}
                columns={heads.length}
                isOpen={open.has(team.team_number)}
                onToggle={toggle}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}

interface TeamRowProps {
  team: TeamAggregate;
  event: EventView;
  rank: number;
  tied: boolean;
  category: string | undefined;
  columns: number;
  isOpen: boolean;
  onToggle: (number: number) => void;
}

// Only rows of which something has changed are drawn again when scores arrive.
const TeamRow = memo(function TeamRow(props: TeamRowProps) {
  const { team, event, rank, tied, category, columns, isOpen, onToggle } = props;
  const { team_number: number, team_names: names, judge_count: judges } = team;
  const details = `team-${number}`;
  return (
    <>
      <tr className="border-t border-hairline align-top">
        <td className="px-2 py-3 font-mono">
          {rank}
          {tied && (
            <span className="text-muted" title="The same average as another team">
              =<span className="sr-only"> tied</span>
            </span>
          )}
        </td>
        <td className="px-2 py-1">
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-2 text-left"
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => onToggle(number)}
          >
            <ChevronRight
              size={18}
              aria-hidden="true"
              className={classes('shrink-0 text-muted', isOpen && 'rotate-90')}
            />
            <span className="min-w-0">
              <span className="font-semibold wrap-anywhere">{names.join(', ')}</span>{' '}
              <span className="text-sm text-muted">
                #{number} <span className="max-sm:hidden">· {titleOf(event, team.track)}</span>
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
            {team.avg_total_score.toFixed(1)}
          </span>
        </td>
        {category !== undefined && (
          <td className="px-2 py-3 font-mono">{team.special_categories_avg[category]?.toFixed(1)}</td>
        )}
        <td className="px-2 py-3 text-sm whitespace-nowrap max-sm:hidden">
          <span className={judges < wanted ? 'text-warning' : undefined}>
            {judges} of {wanted}
          </span>
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
});

function Flags({ team }: { team: TeamAggregate }) {
  const spread = spreadOf(team);
  const flags = [
    team.team_names.length > 1 && `${team.team_names.length} names under this number`,
    team.tracks.length > 1 && 'Scored in both tracks',
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
