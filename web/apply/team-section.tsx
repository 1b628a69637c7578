import UsersRound from 'lucide:users-round';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { fieldLabels } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { fill, texts } from '../../contract/texts.ts';
import { afterRender } from '../lib/after-render.ts';
import { describeSeatsTaken } from '../teams/seats.ts';
import { type ListedTeam, TeamFinder } from '../teams/team-finder.tsx';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import type { FormValues } from './form-values.ts';
import { fieldId } from './steps.ts';

const choices = [
  { value: 'solo', label: 'Solo', description: 'Come alone, at least for now.' },
  { value: 'lookingForTeam', label: 'Looking for a team', description: 'Ask to join a team.' },
  { value: 'createTeam', label: 'Create a team', description: 'Start one and invite others.' },
];

export function TeamSection({ event: { tracks, teamDirectory } }: { event: EventView }) {
  const { control, register, setValue, watch, formState } = useFormContext<FormValues>();
  const { errors } = formState;
  const preference = watch('teamPreference');
  const track = tracks.find(({ id }) => id === watch('track'));

  const createInstead = (name: string) => {
    setValue('teamPreference', 'createTeam');
    setValue('teamName', name);
    afterRender(() => document.getElementById(fieldId('teamName'))?.focus());
  };

  const chooseSolo = () => {
    setValue('teamPreference', 'solo');
    afterRender(() => document.querySelector<HTMLElement>('[name=teamPreference][value=solo]')?.focus());
  };

  return (
    <>
      <RadioCards
        id={fieldId('teamPreference')}
        legend={fieldLabels.teamPreference}
        hint={
          track?.maxTeamSize !== undefined
            ? fill(texts.track.limitedInfo, { track: track.title, max: track.maxTeamSize })
            : undefined
        }
        options={choices}
        error={errors.teamPreference?.message}
        required
        {...register('teamPreference')}
      />
      {preference === 'createTeam' && (
        <Field
          id={fieldId('teamName')}
          label="Team name"
          hint="You get a code to share as soon as you are in."
          error={errors.teamName?.message}
          required
          className="animate-enter"
        >
          <Input {...register('teamName')} autoComplete="off" />
        </Field>
      )}
      {preference === 'lookingForTeam' && (
        <Controller
          control={control}
          name="selectedTeam"
          render={({ field }) => (
            <TeamSearch
              track={track?.id}
              directory={teamDirectory}
              error={errors.selectedTeam?.message}
              chosen={field.value}
              onChoose={field.onChange}
              onCreateInstead={createInstead}
              onSolo={chooseSolo}
            />
          )}
        />
      )}
    </>
  );
}

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
function TeamSearch({ track, directory, chosen, error, onChoose, ...instead }: TeamSearchProps) {
  const id = fieldId('selectedTeam');
  if (chosen)
    return (
      <div className="flex items-center gap-3 rounded-md border-2 border-edge bg-surface p-3 pl-4">
        <UsersRound className="shrink-0 text-primary" />
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
