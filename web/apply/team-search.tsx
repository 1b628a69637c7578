import { UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { afterRender } from '../lib/after-render.ts';
import { describeSeatsTaken } from '../teams/seats.ts';
import { type ListedTeam, TeamFinder } from '../teams/team-finder.tsx';
import { Button } from '../ui/button.tsx';
import { fieldId } from './steps.ts';

interface TeamSearchProps {
  /** The track of the application, which may limit the team size. */
  track: string | undefined;
  /** Whether open teams can be browsed. */
  directory: boolean;
  chosen: ListedTeam | null;
  error: string | undefined;
  onChoose: (team: ListedTeam | null) => void;
  onCreateInstead: (name: string) => void;
  onSolo: () => void;
}

/** The open teams, or those whose name contains what is typed, to choose one from. */
export function TeamSearch({ track, directory, chosen, error, onChoose, ...instead }: TeamSearchProps) {
  const id = fieldId('selectedTeam');
  if (chosen)
    return (
      <div className="flex items-center gap-3 rounded-md border-2 border-edge bg-surface p-3 pl-4">
        <UsersRound size={20} strokeWidth={1.75} className="shrink-0 text-primary" />
        <span className="block min-w-0 flex-1">
          <span className="block truncate font-semibold">{chosen.name}</span>
          <span className="block text-sm text-muted">
            led by {chosen.leader.name} · {chosen.refusal ?? describeSeatsTaken(chosen)}
          </span>
        </span>
        <Button
          variant="secondary"
          size="compact"
          onClick={() => {
            onChoose(null);
            afterRender(() => document.getElementById(id)?.focus());
          }}
        >
          Change<span className="sr-only"> team</span>
        </Button>
      </div>
    );
  return (
    <TeamFinder
      field={{
        id,
        label: 'Find a team',
        hint: 'Your request goes to its leader together with your application.',
        error,
        required: true,
      }}
      track={track}
      directory={directory}
      browses
      verb="Choose"
      onPick={onChoose}
      empty={(name) =>
        name ? (
          <InsteadButton onClick={() => instead.onCreateInstead(name)}>Create one instead.</InsteadButton>
        ) : (
          <>
            No open teams yet. <InsteadButton onClick={instead.onSolo}>Choose Solo</InsteadButton> now; you
            can look for a team after approval.
          </>
        )
      }
    />
  );
}

function InsteadButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="link min-h-8" onClick={onClick}>
      {children}
    </button>
  );
}
