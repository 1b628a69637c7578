import { Controller, useFormContext } from 'react-hook-form';
import { fieldLabels } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { limits } from '../../contract/limits.ts';
import { toTrackChoices } from '../lib/track-choices.ts';
import { Field } from '../ui/field.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { Textarea } from '../ui/textarea.tsx';
import type { FormValues } from './form-values.ts';
import { fieldId } from './steps.ts';

/** Why somebody wants to come, and for which track. */
export function WhySection({ event: { tracks } }: { event: EventView }) {
  const { control, register, formState } = useFormContext<FormValues>();
  const { errors } = formState;
  return (
    <>
      <Field
        id={fieldId('whyJoin')}
        label={fieldLabels.whyJoin}
        hint="What would you like to build, learn or find out? A few sentences are enough."
        error={errors.whyJoin?.message}
        required
      >
        <Controller
          control={control}
          name="whyJoin"
          render={({ field }) => <Textarea {...field} limit={limits.text.whyJoin} rows={6} />}
        />
      </Field>
      <RadioCards
        id={fieldId('track')}
        legend={fieldLabels.track}
        hint="You can change it until your application has been reviewed."
        {...toTrackChoices(tracks)}
        error={errors.track?.message}
        required
        {...register('track')}
      />
    </>
  );
}
