import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatTime } from '../../contract/format.ts';
import type { JudgingTrack, Score } from '../../contract/judging.ts';
import { limits } from '../../contract/limits.ts';
import { useEvent } from '../lib/event.api.ts';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { myScoresQuery, tablesQuery } from './judge.api.ts';
import type { ScoreDraft } from './score-draft.ts';

/** What this judge and the hall call a number; undefined when nobody knows it. */
function useNames(): (number: number) => string | undefined {
  const { data: tables } = useQuery(tablesQuery);
  const { data: scores } = useQuery(myScoresQuery);
  return (number) =>
    tables?.find((table) => table.teamNumber === number)?.teamName ??
    scores?.find((score) => score.team_number === number)?.team_name;
}

function Again({ score }: { score: Score }) {
  const event = useEvent();
  return (
    <p role="status" className="rounded-md bg-pending-bg px-4 py-3 text-sm text-pending sm:col-span-2">
      You scored team {score.team_number} at {formatTime(score.created_at, event)} (
      {score.weighted_total.toFixed(1)}). A new score replaces it in the averages.
    </p>
  );
}

interface TeamFieldsProps {
  track: JudgingTrack;
  draft: ScoreDraft;
  /** Somebody has tried to submit without these. */
  missing: { name: boolean; number: boolean };
  onChange: (changes: Partial<ScoreDraft>) => void;
}

/** Which team: a number that is known fills in the name, and one that was scored before says so. */
export function TeamFields({ track, draft, missing, onChange }: TeamFieldsProps) {
  const { data: scores } = useQuery(myScoresQuery);
  const nameOf = useNames();
  const filled = useRef('');
  const { teamName, teamNumber } = draft;
  const before = scores?.find(
    (score) => score.track === track && String(score.team_number) === teamNumber.trim(),
  );
  const typeNumber = (typed: string) => {
    const known = nameOf(Number.parseInt(typed, 10));
    const own = teamName !== '' && teamName !== filled.current;
    if (!own) filled.current = known ?? '';
    onChange({ teamNumber: typed, ...(own ? {} : { teamName: filled.current }) });
  };
  return (
    <Card title="Team Information">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field label="Team Name" error={missing.name ? 'Enter the team’s name.' : undefined}>
          {(control) => (
            <Input
              {...control}
              maxLength={limits.judging.teamName}
              autoComplete="off"
              value={teamName}
              onChange={({ target }) => onChange({ teamName: target.value })}
            />
          )}
        </Field>
        <Field label="Team Number" error={missing.number ? 'Enter the number.' : undefined}>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              max={limits.judging.maxTeamNumber}
              step={1}
              autoComplete="off"
              className="tabular"
              value={teamNumber}
              onChange={({ target }) => typeNumber(target.value)}
            />
          )}
        </Field>
        {before && <Again score={before} />}
      </div>
    </Card>
  );
}
