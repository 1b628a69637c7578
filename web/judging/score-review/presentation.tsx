import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { TeamAggregate } from '../../../contract/judging/judging.ts';
import { type Ranked, rankTeams } from '../../../contract/judging/ranking.ts';
import { limits } from '../../../contract/limits.ts';
import { joinClasses } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusReturn } from '../../ui/focus-return.ts';

const places = 10;
const stepOfKey: Record<string, 1 | -1> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
};

// As a judge last typed it: `team_names` are in lower case.
const getTeamName = ({ all_scores, team_names }: TeamAggregate) => all_scores[0]?.team_name ?? team_names[0];

interface PresentationProps {
  /** The teams at the moment of opening; they do not change during the presentation. */
  teams: readonly TeamAggregate[];
  /** The special category that the teams are ranked by; the average total without one. */
  category: string | undefined;
  title: string;
  onClose: () => void;
}

/** Returns the names as shown: with the table number where two teams have the same name. */
function getShownNames(teams: readonly TeamAggregate[]): Map<number, string> {
  const same = Map.groupBy(teams, (team) => getTeamName(team)?.toLowerCase());
  return new Map(
    teams.map((team) => {
      const name = getTeamName(team) ?? '';
      const isRepeated = (same.get(name.toLowerCase())?.length ?? 0) > 1;
      return [team.team_number, isRepeated ? `${name} #${team.team_number}` : name];
    }),
  );
}

/**
 * The first ten places on the full screen, revealed one at a time, first place last, by keyboard, presenter or mouse.
 * Teams that share a place are revealed together, and all of them are shown.
 */
export function Presentation({ teams, category, title, onClose }: PresentationProps) {
  const focus = useFocusReturn();
  const revealButton = useRef<HTMLButtonElement>(null);
  const [revealed, setRevealed] = useState(0);
  const best = rankTeams(teams, category).filter(({ place }) => place <= places);
  const names = getShownNames(best.map(({ entry }) => entry));
  const steps = [...Map.groupBy(best, ({ place }) => place)].reverse();
  const move = (step: 1 | -1) => setRevealed((before) => Math.min(steps.length, Math.max(0, before + step)));
  const press = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key];
    if (!step) return;
    event.preventDefault();
    move(step);
  };
  const [newestRank, newest] = steps[revealed - 1] ?? [];
  const shownFrom = newestRank ?? Number.POSITIVE_INFINITY;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          onOpenAutoFocus={(opening) => {
            focus.onOpenAutoFocus();
            opening.preventDefault();
            revealButton.current?.focus();
          }}
          onKeyDown={press}
          className="fixed inset-0 z-(--z-dialog) flex animate-fade flex-col gap-3 overflow-y-auto bg-bg p-4 text-text sm:px-8 sm:py-5"
        >
          <div className="flex items-center justify-between gap-4">
            <Dialog.Title className="text-2xl sm:text-4xl">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-surface-2"
            >
              <X size={24} strokeWidth={1.75} />
            </Dialog.Close>
          </div>
          <ol
            className={joinClasses(
              'my-auto grid max-h-160 flex-1 auto-rows-[minmax(2rem,1fr)] gap-1 text-xl',
              best.length <= places && 'sm:text-2xl',
            )}
          >
            {best.map((ranked) => (
              <Place
                key={ranked.entry.team_number}
                name={names.get(ranked.entry.team_number) ?? ''}
                ranked={ranked}
                max={category === undefined ? 100 : limits.judging.maxMark}
                isHidden={ranked.place < shownFrom}
              />
            ))}
          </ol>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-muted">
              {newest
                ? `Place ${newestRank}: ${newest.map(({ entry }) => names.get(entry.team_number)).join(', ')}`
                : 'Press Space or → to reveal the next place.'}
            </p>
            <div className="flex gap-3">
              <Button variant="secondary" disabled={revealed === 0} onClick={() => move(-1)}>
                <ChevronLeft size={20} />
                Hide
              </Button>
              <Button ref={revealButton} onClick={() => move(1)}>
                Reveal
                <ChevronRight size={20} />
              </Button>
            </div>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PlaceProps {
  name: string;
  ranked: Ranked<TeamAggregate>;
  /** The greatest possible average. */
  max: number;
  isHidden: boolean;
}

function Place({ name, ranked: { place, tied, average, precise }, max, isHidden }: PlaceProps) {
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[5rem_minmax(0,1fr)_auto]">
      <span className="font-mono">
        {place}
        {tied && !isHidden && (
          <span className="text-muted">
            =<span className="sr-only"> tied</span>
          </span>
        )}
      </span>
      {isHidden ? (
        <span className="h-1.5 rounded-full bg-surface-2">
          <span className="sr-only">hidden</span>
        </span>
      ) : (
        <span className="grid min-w-0 animate-enter gap-0.5">
          <span className="truncate font-display leading-tight font-bold">{name}</span>
          <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
            <rect width="100" height="2" className="fill-surface-2" />
            <rect width={(100 * average) / max} height="2" className="fill-primary" />
          </svg>
        </span>
      )}
      <span className="tabular w-16 text-right font-mono sm:w-36">
        {isHidden ? '' : (precise ?? average.toFixed(1))}
      </span>
    </li>
  );
}
