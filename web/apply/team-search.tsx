import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { TeamSearchResult } from '../../contract/teams.ts';
import { afterRender } from '../lib/after-render.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { describeSeatsTaken } from '../teams/seats.ts';
import { teamSearchQuery } from '../teams/teams.api.ts';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { useFieldControl } from '../ui/field-control.ts';

const pause = 250;

interface TeamSearchProps {
  /** The track of the application, which may limit the team size. */
  track: string | undefined;
  chosen: TeamSearchResult | null;
  onChoose: (team: TeamSearchResult | null) => void;
  onCreateInstead: (name: string) => void;
}

function TeamWords({ team }: { team: TeamSearchResult }) {
  return (
    <span className="block min-w-0 flex-1">
      <span className="block truncate font-semibold">{team.name}</span>
      <span className="block text-sm text-muted">
        led by {team.leader.name} · {team.refusal ?? describeSeatsTaken(team)}
      </span>
    </span>
  );
}

export function TeamSearch({ track, chosen, onChoose, onCreateInstead }: TeamSearchProps) {
  const { id = '' } = useFieldControl();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const query = useDebounced(name, pause);
  const found = useQuery(teamSearchQuery(query, track));

  if (chosen)
    return (
      <div className="flex items-center gap-3 rounded-md border-2 border-edge bg-surface p-3 pl-4">
        <UsersRound size={20} strokeWidth={1.75} className="shrink-0 text-primary" />
        <TeamWords team={chosen} />
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
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field inside chooses a team and must not submit the form.
    <div role="presentation" onKeyDown={(key) => key.key === 'Enter' && key.preventDefault()}>
      <Combobox
        text={typed}
        onText={setTyped}
        options={query === name ? (found.isError ? [] : found.data) : undefined}
        optionKey={(team) => team._id}
        render={(team) => <TeamWords team={team} />}
        onSelect={(team) => {
          if (!team.can.ask) return;
          onChoose(team);
          setTyped('');
        }}
        placeholder="Type a team's name"
        empty={
          found.isError ? (
            'Teams cannot be searched right now.'
          ) : (
            <>
              No teams match “{name}”.{' '}
              <button
                type="button"
                className="link min-h-8"
                // The list closes when the field loses the focus, which must not happen before the click.
                onMouseDown={(press) => press.preventDefault()}
                onClick={() => onCreateInstead(name)}
              >
                Create one instead.
              </button>
            </>
          )
        }
      />
    </div>
  );
}
