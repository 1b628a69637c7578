import UsersRound from 'lucide:users-round';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { fieldLabels } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { fill, texts } from '../../contract/texts.ts';
import { afterRender } from '../lib/after-render.ts';
import { joinClasses } from '../lib/classes.ts';
import { dietaryOptions, toSizeOptions } from '../lib/detail-options.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { describeOtherTrack, describeSeatsTaken } from '../teams/seats.ts';
import type { ListedTeam } from '../teams/team-finder.tsx';
import { useTakenNameHint } from '../teams/teams.api.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { PdfField } from '../ui/file-drop.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { type FormValues, findSeatProblem, requiresDeck } from './form-values.ts';
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
        <Input {...register('major')} list="majors" />
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
            <Input {...register('dietaryDetail')} />
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

const choices = [
  { value: 'solo', label: 'Solo', description: 'Come alone, at least for now.' },
  { value: 'lookingForTeam', label: 'Looking for a team', description: 'Ask to join a team.' },
  { value: 'createTeam', label: 'Create a team', description: 'Start one and invite others.' },
];

interface TeamSectionProps {
  event: EventView;
  /** A team is chosen, and nothing is left to read here. */
  onDone?: () => void;
}

export function TeamSection({ event, onDone }: TeamSectionProps) {
  const { tracks, teamDirectory } = event;
  const { control, register, setValue, watch, formState } = useFormContext<FormValues>();
  const { errors } = formState;
  const preference = watch('teamPreference');
  const track = tracks.find(({ id }) => id === watch('track'));
  const nameHint = useTakenNameHint(preference === 'createTeam' ? watch('teamName') : '');

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
          hint={nameHint ?? 'You get a code to share as soon as you are in.'}
          error={errors.teamName?.message}
          required
          className="animate-enter"
        >
          <Input {...register('teamName')} />
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
              refusal={findSeatProblem(watch(), event)?.message}
              onChoose={(team) => {
                field.onChange(team);
                if (team && !describeOtherTrack(team.track, track?.id)) onDone?.();
              }}
              onCreateInstead={createInstead}
              onSolo={chooseSolo}
            />
          )}
        />
      )}
    </>
  );
}

export const TeamFinder = lazyPart(() => import('../teams/team-finder.tsx'));

interface TeamSearchProps {
  /** The track of the application, which may limit the team size. */
  track: string | undefined;
  /** Whether open teams can be browsed. */
  directory: boolean;
  chosen: ListedTeam | null;
  /** Why the chosen team has no seat for this person. */
  refusal: string | undefined;
  error: string | undefined;
  onChoose: (team: ListedTeam | null) => void;
  onCreateInstead: (name: string) => void;
  onSolo: () => void;
}

/** The open teams, or those whose name contains what is typed, to choose one from. */
function TeamSearch({ track, directory, chosen, refusal, error, onChoose, ...instead }: TeamSearchProps) {
  const id = fieldId('selectedTeam');
  const note = refusal ?? describeOtherTrack(chosen?.track, track);
  if (chosen)
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-md border-2 border-edge bg-surface p-3 pl-4">
        <UsersRound className="shrink-0 text-primary" />
        <span className="block min-w-0 flex-[1_1_8rem]">
          <span className="block truncate font-semibold">{chosen.name}</span>
          <span className="block text-sm text-muted">
            led by {chosen.leader.name} · {describeSeatsTaken(chosen)}
            {chosen.track && ` · ${chosen.track}`}
          </span>
          {note && (
            <span
              id={`${id}-note`}
              className={joinClasses('block text-sm', refusal && error && 'font-semibold text-danger')}
            >
              {note}
            </span>
          )}
        </span>
        <Button
          id={id}
          variant="secondary"
          size="compact"
          aria-describedby={note ? `${id}-note` : undefined}
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
    <>
      <p className="text-muted">
        No team to choose yet? <InsteadButton onClick={instead.onSolo}>Choose Solo</InsteadButton> for now,
        and look for a team on your dashboard.
      </p>
      <TeamFinder
        field={{
          id,
          label: 'Find a team',
          hint: 'Its name or leader, an invite code or link. The leader sees your name, email and track, not your application.',
          error,
          required: true,
        }}
        track={track}
        directory={directory}
        browses
        verb="Choose"
        onPick={onChoose}
        empty={(name) => (
          <InsteadButton onClick={() => instead.onCreateInstead(name)}>Create one instead.</InsteadButton>
        )}
      />
    </>
  );
}

function InsteadButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="link min-h-8" onClick={onClick}>
      {children}
    </button>
  );
}

const sentences = {
  resume: { notPdf: texts.apply.resumeNotPdf, tooLarge: texts.apply.resumeTooLarge },
  pitchDeck: { notPdf: texts.apply.deckNotPdf, tooLarge: texts.apply.deckTooLarge },
} as const;

interface FormPdfProps {
  name: keyof typeof sentences;
  label: string;
  hint?: string;
}

function FormPdf({ name, label, hint }: FormPdfProps) {
  const { control, setError, clearErrors, formState } = useFormContext<FormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <PdfField
          id={fieldId(name)}
          label={label}
          hint={hint}
          error={formState.errors[name]?.message}
          required
          file={field.value}
          texts={sentences[name]}
          onChange={(file, problem) => {
            if (problem) return setError(name, { type: 'wrong', message: problem });
            clearErrors(name);
            field.onChange(file);
          }}
        />
      )}
    />
  );
}

export function FilesSection({ event: { tracks } }: { event: EventView }) {
  const { watch } = useFormContext<FormValues>();
  const track = watch('track');
  const open = requiresDeck({ track }, tracks);
  return (
    <div>
      <FormPdf name="resume" label="Resume" />
      <div
        className={joinClasses(
          'grid transition-[grid-template-rows] duration-200',
          open ? 'grid-rows-[1fr]' : 'grid-rows-[0fr]',
        )}
      >
        {/* Clipped a little outside, so that focus rings stay whole. */}
        <div className="min-h-0 overflow-clip [overflow-clip-margin:8px]">
          {open && (
            <div className="pt-8">
              <FormPdf name="pitchDeck" label="Pitch deck" hint={`The ${track} asks for one.`} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
