import { useState } from 'react';
import type { OpenTeam, TeamSearchResult } from '../../contract/teams/teams.ts';
import { Button } from '../ui/button.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { describeSeatsTaken } from './seats.ts';

type ListedTeam = TeamSearchResult & Partial<Pick<OpenTeam, 'need' | 'track'>>;

/** Teams, each with a button to ask or the reason why it cannot be asked. */
export function TeamList({ teams }: { teams: ListedTeam[] }) {
  const [asked, setAsked] = useState<TeamSearchResult | null>(null);
  return (
    <>
      <ul className="divide-y divide-hairline">
        {teams.map((team) => (
          <li key={team._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <span className="min-w-0 flex-1 basis-56">
              <span className="block font-semibold wrap-anywhere">{team.name}</span>
              {team.need && <span className="block wrap-anywhere">Needs: {team.need}</span>}
              <span className="block text-sm text-muted wrap-anywhere">
                led by {team.leader.name} · {describeSeatsTaken(team)}
                {team.track && ` · ${team.track}`}
              </span>
              {team.refusal && (
                <span id={`why-${team._id}`} className="block text-sm">
                  {team.refusal}
                </span>
              )}
            </span>
            <Button
              variant="secondary"
              disabled={!team.can.ask}
              aria-describedby={team.refusal ? `why-${team._id}` : undefined}
              onClick={() => setAsked(team)}
            >
              Ask to join<span className="sr-only"> {team.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <AskDialog team={asked} onClose={() => setAsked(null)} />
    </>
  );
}
