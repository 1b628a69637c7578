import type { JudgeConflict } from '../../contract/judging/judging-admin.ts';
import { formatAgo } from '../../contract/platform/format.ts';
import { useEvent } from '../lib/event.api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useLiftConflict } from './judging-admin.api.ts';

/** Who knows which team and so does not score it; nothing while nobody does. */
export function ConflictsCard({ conflicts }: { conflicts: readonly JudgeConflict[] }) {
  const event = useEvent();
  const lift = useLiftConflict();
  if (conflicts.length === 0) return null;
  return (
    <Card title="Conflicts of interest">
      <p className="mb-2 text-sm text-muted">
        These judges said that they know the team. They cannot score it until you lift the conflict.
      </p>
      <ul className="grid">
        {conflicts.map((conflict) => {
          const { username, judgeName, teamNumber, teamName, at } = conflict;
          return (
            <li
              key={`${username} ${teamNumber}`}
              className="flex items-center justify-between gap-3 border-t border-hairline py-1"
            >
              <span className="min-w-0 wrap-anywhere">
                <strong>{judgeName}</strong> knows {teamName}{' '}
                <span className="text-sm text-muted">
                  #{teamNumber} · {formatAgo(at, event)}
                </span>
              </span>
              <Button
                variant="ghost"
                className="px-3"
                aria-label={`Lift the conflict of ${judgeName} with ${teamName}`}
                busy={lift.isPending && lift.variables === conflict}
                onClick={() => lift.mutate(conflict)}
              >
                Lift
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
