import { useFormContext } from 'react-hook-form';
import { fieldLabels } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { dietaryOptions, toSizeOptions } from '../lib/detail-options.ts';
import { Field, Input } from '../ui/field.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import type { FormValues } from './form-values.ts';
import { fieldId } from './steps.ts';

export function YouSection({ event }: { event: EventView }) {
  const { register, watch, formState } = useFormContext<FormValues>();
  const { errors } = formState;
  return (
    <>
      <Field
        id={fieldId('major')}
        label={fieldLabels.major}
        hint="Every field is welcome."
        error={errors.major?.message}
        required
      >
        <Input {...register('major')} list="majors" autoComplete="off" />
        <datalist id="majors">
          {majorSuggestions.map((major) => (
            <option key={major} value={major} />
          ))}
        </datalist>
      </Field>
      <RadioChips
        id={fieldId('tShirtSize')}
        legend={fieldLabels.tShirtSize}
        options={toSizeOptions(event)}
        error={errors.tShirtSize?.message}
        required
        {...register('tShirtSize')}
      />
      <div className="grid gap-4">
        <RadioChips
          id={fieldId('dietaryRestrictions')}
          legend={fieldLabels.dietaryRestrictions}
          options={dietaryOptions}
          error={errors.dietaryRestrictions?.message}
          required
          {...register('dietaryRestrictions')}
        />
        {watch('dietaryRestrictions') === 'other' && (
          <Field
            id={fieldId('dietaryDetail')}
            label="What should the kitchen know?"
            error={errors.dietaryDetail?.message}
            required
            className="animate-enter"
          >
            <Input {...register('dietaryDetail')} autoComplete="off" />
          </Field>
        )}
      </div>
    </>
  );
}

/** What the field for the major suggests; anything else can be typed. */
const majorSuggestions = [
  'Aerospace Engineering',
  'Architecture',
  'Art',
  'Biology',
  'Biomedical Engineering',
  'Business',
  'Chemistry',
  'Civil Engineering',
  'Communication',
  'Computer Engineering',
  'Computer Science',
  'Cybersecurity',
  'Data Science',
  'Design',
  'Economics',
  'Education',
  'Electrical Engineering',
  'Environmental Science',
  'Finance',
  'Game Design',
  'History',
  'Industrial Engineering',
  'Informatics',
  'Information Systems',
  'Journalism',
  'Law',
  'Linguistics',
  'Marketing',
  'Mathematics',
  'Mechanical Engineering',
  'Music',
  'Neuroscience',
  'Nursing',
  'Philosophy',
  'Physics',
  'Political Science',
  'Psychology',
  'Public Health',
  'Robotics',
  'Sociology',
  'Software Engineering',
  'Statistics',
  'Undeclared',
] as const;
