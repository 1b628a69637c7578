import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { limits } from '../../../contract/limits.ts';
import { formatTime } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { myScoresQuery, tablesQuery } from './judge.api.ts';
import { filterByRubric, type JudgeRubric } from './judge-rubric.ts';
import type { ScoreDraft } from './score-draft.ts';

/** Returns a function from table number to team name; undefined for an unknown number. */
function useTeamNames(): (number: number) => string | undefined {
  const { data: tables } = useQuery(tablesQuery);
  const { data: scores } = useQuery(myScoresQuery);
  return (number) =>
    tables?.find((table) => table.teamNumber === number)?.teamName ??
    scores?.find((score) => score.team_number === number)?.team_name;
}

/** Says that this judge has scored the team before. Above the total, so that it is always in sight. */
export function AlreadyScored({ rubric, teamNumber }: { rubric: JudgeRubric; teamNumber: string }) {
  const event = useEvent();
  const { data: scores } = useQuery(myScoresQuery);
  const score = filterByRubric(scores ?? [], rubric).find(
    ({ team_number }) => String(team_number) === teamNumber.trim(),
  );
  if (!score) return null;
  return (
    <p role="status" className="mb-2 rounded-md bg-pending-bg px-3 py-2 text-sm text-pending">
      You scored team {score.team_number} at {formatTime(score.created_at, event)} (
      {score.weighted_total.toFixed(1)}). A new score replaces it in the averages.
    </p>
  );
}

interface TeamFieldsProps {
  draft: ScoreDraft;
  /** Which fields a submission was tried without. */
  missing: { name: boolean; number: boolean } | undefined;
  onChange: (changes: Partial<ScoreDraft>) => void;
  /** Called with the number of a table that has a draft of its own. */
  onChangeTo: (teamNumber: string, changes: Partial<ScoreDraft>) => void;
}

export function TeamFields({ draft, missing, onChange, onChangeTo }: TeamFieldsProps) {
  const getTeamName = useTeamNames();
  const { teamName, teamNumber, chosenFor, others } = draft;
  const typeNumber = (typed: string) => {
    const typedName = others[typed]?.typedName || draft.typedName;
    const names = { teamName: getTeamName(Number.parseInt(typed, 10)) ?? typedName, typedName };
    const isOther = typed !== chosenFor && getTeamName(Number.parseInt(chosenFor, 10)) !== undefined;
    if (isOther || others[typed]) onChangeTo(typed, names);
    // Chosen before the number was typed, or for one that no table has.
    else onChange({ ...names, teamNumber: typed });
  };
  const { data: tables } = useQuery(tablesQuery);
  const project = tables?.find((table) => String(table.teamNumber) === teamNumber.trim())?.project;
  // The number may have been typed before the list of tables was loaded.
  const known = getTeamName(Number.parseInt(teamNumber, 10));
  const isUnknown = teamNumber.trim() !== '' && known === undefined && (tables?.length ?? 0) > 0;
  const fillName = useEffectEvent(() => {
    if (known === undefined || teamName !== '') return;
    onChange({ teamName: known });
  });
  useEffect(() => {
    if (known !== undefined) fillName();
  }, [known]);
  return (
    <Card
      title="Team Information"
      className="max-sm:p-4"
      contentClass="grid grid-cols-[minmax(0,1fr)_7rem] gap-4 max-sm:gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]"
    >
      <Field label="Team Name" error={missing?.name ? 'Enter the team’s name.' : undefined}>
        <Input
          maxLength={limits.judging.tableTeamName}
          value={teamName}
          onValueChange={(value) =>
            onChange({ teamName: value, ...(known === undefined && { typedName: value }) })
          }
        />
      </Field>
      <Field label="Team Number" error={missing?.number ? 'Enter the number.' : undefined}>
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={limits.judging.maxTeamNumber}
          step={1}
          className="tabular"
          value={teamNumber}
          onValueChange={typeNumber}
        />
      </Field>
      {isUnknown && (
        <p role="status" className="col-span-2 text-sm text-pending">
          No table has this number. Check it with the team.
        </p>
      )}
      {project && (
        <div className="grid gap-1 text-sm col-span-2">
          <p className="wrap-anywhere">
            <strong>{project.title}</strong>: {project.tagline}
          </p>
          <p className="flex flex-wrap gap-x-4">
            {project.links.map(({ name, url, host }) => (
              <a
                key={name}
                href={url}
                target="_blank"
                rel="nofollow noopener noreferrer"
                className="inline-flex min-h-11 items-center underline wrap-anywhere"
              >
                {host}
              </a>
            ))}
          </p>
        </div>
      )}
    </Card>
  );
}
