import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { TeamAggregate } from '../../contract/judging.ts';
import { Button } from '../ui/button.tsx';
import { useFocusReturn } from '../ui/focus-return.ts';
import { computeRanks } from './filters.ts';

const places = 10;
const steps: Record<string, 1 | -1> = {
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
  /** The ranking at the moment of opening; it does not change during the presentation. */
  teams: readonly TeamAggregate[];
  title: string;
  onClose: () => void;
}

/** The top ten on the full screen, revealed one at a time, first place last; by keyboard, presenter or mouse. */
export function Presentation({ teams, title, onClose }: PresentationProps) {
  const focus = useFocusReturn();
  const revealButton = useRef<HTMLButtonElement>(null);
  const [revealed, setRevealed] = useState(0);
  const best = teams.slice(0, places);
  const ranks = computeRanks(teams);
  const move = (step: 1 | -1) => setRevealed((before) => Math.min(best.length, Math.max(0, before + step)));
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(step);
  };
  const newest = best[best.length - revealed];
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
          className="fixed inset-0 z-(--z-dialog) flex animate-fade flex-col gap-4 overflow-y-auto bg-bg p-4 text-text sm:p-8"
        >
          <div className="flex items-center justify-between gap-4">
            <Dialog.Title className="text-2xl sm:text-4xl">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-surface-2"
            >
              <X size={24} strokeWidth={1.75} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <ol className="my-auto grid gap-2 sm:gap-3">
            {best.map((team, at) => (
              <Place
                key={team.team_number}
                team={team}
                rank={ranks.get(team.team_number)}
                isHidden={at < best.length - revealed}
              />
            ))}
          </ol>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-muted">
              {newest
                ? `Place ${ranks.get(newest.team_number)?.rank}: ${getTeamName(newest)}`
                : 'Press Space or → to reveal the next place.'}
            </p>
            <div className="flex gap-3">
              <Button variant="secondary" disabled={revealed === 0} onClick={() => move(-1)}>
                <ChevronLeft size={20} aria-hidden="true" />
                Hide
              </Button>
              <Button ref={revealButton} onClick={() => move(1)}>
                Reveal
                <ChevronRight size={20} aria-hidden="true" />
              </Button>
            </div>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PlaceProps {
  team: TeamAggregate;
  rank: { rank: number; tied: boolean } | undefined;
  isHidden: boolean;
}

function Place({ team, rank, isHidden }: PlaceProps) {
  return (
    <li className="grid min-h-[clamp(2.75rem,7dvh,4.5rem)] grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[5rem_minmax(0,1fr)_auto]">
      <span className="font-mono text-xl sm:text-3xl">
        {rank?.rank}
        {rank?.tied && !isHidden && (
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
        <span className="grid min-w-0 animate-enter gap-1">
          <span className="truncate font-display text-xl font-bold sm:text-3xl">{getTeamName(team)}</span>
          <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" className="h-2.5 w-full">
            <rect width="100" height="2" className="fill-surface-2" />
            <rect width={team.avg_total_score} height="2" className="fill-primary" />
          </svg>
        </span>
      )}
      <span className="tabular w-16 text-right font-mono text-xl sm:w-36 sm:text-3xl">
        {isHidden ? '' : team.avg_total_score.toFixed(1)}
      </span>
    </li>
  );
}
