import { Controller, useFormContext } from 'react-hook-form';
import { fieldLabels } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { fill, texts } from '../../contract/texts.ts';
import { afterRender } from '../lib/after-render.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import type { FormValues } from './form-values.ts';
import { fieldId } from './steps.ts';
import { TeamSearch } from './team-search.tsx';

const choices = [
  { value: 'solo', label: 'Solo', description: 'I come alone, at least for now.' },
  { value: 'lookingForTeam', label: 'Looking for a team', description: 'I ask a team to take me in.' },
  { value: 'createTeam', label: 'Create a team', description: 'I start one and invite the others.' },
];

/** With whom somebody comes. */
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
