import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TeamSearchResult } from '../../contract/teams/teams.ts';
import { afterRender } from '../lib/after-render.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { describeSeatsTaken } from '../teams/seats.ts';
import { openTeamsQuery, teamSearchQuery } from '../teams/teams.api.ts';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { useFieldControl } from '../ui/field-control.ts';

const pause = 250;

interface TeamSearchProps {
  /** The track of the application, which may limit the team size. */
  track: string | undefined;
  /** Whether open teams can be browsed. */
  directory: boolean;
  chosen: TeamSearchResult | null;
  onChoose: (team: TeamSearchResult | null) => void;
  onCreateInstead: (name: string) => void;
  onSolo: () => void;
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

/** The open teams, or those whose name contains what is typed, to choose one from. */
export function TeamSearch({ track, directory, chosen, onChoose, ...instead }: TeamSearchProps) {
  const { id = '' } = useFieldControl();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const query = useDebounced(name, pause);
  const found = useQuery(teamSearchQuery(query, track));
  const open = useQuery({ ...openTeamsQuery(track), enabled: directory && !chosen });
  const isBlank = name === '';
  const { isError, data } = isBlank ? open : found;
  const teams = isBlank ? data?.filter(({ can }) => can.ask) : query === name ? data : undefined;

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
        options={isError || (isBlank && !directory) ? [] : teams}
        optionKey={(team) => team._id}
        render={(team) => <TeamWords team={team} />}
        onSelect={(team) => {
          if (!team.can.ask) return;
          onChoose(team);
          setTyped('');
        }}
        placeholder="Type a team's name"
        empty={
          isError ? (
            'Teams cannot be searched right now.'
          ) : isBlank ? (
            directory && (
              <>
                No open teams yet. <InsteadButton onClick={instead.onSolo}>Choose Solo</InsteadButton> now;
                you can look for a team after approval.
              </>
            )
          ) : (
            <>
              No teams match “{name}”.{' '}
              <InsteadButton onClick={() => instead.onCreateInstead(name)}>Create one instead.</InsteadButton>
            </>
          )
        }
      />
    </div>
  );
}

function InsteadButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="link min-h-8" onClick={onClick}>
      {children}
    </button>
  );
}
