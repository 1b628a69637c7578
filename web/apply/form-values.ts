import { type FieldError, type FieldErrors, get, type ResolverResult, set } from 'react-hook-form';
import {
  type ExtraField,
  type FormExtras,
  type FormField,
  type FormProblem,
  type FormTrack,
  guardianLabel,
  parseForm,
} from '../../contract/apply/application-form.ts';
import { type ApplicationFields, fieldLabels } from '../../contract/apply/applications.ts';
import { otherPrefix } from '../../contract/apply/form-questions.ts';
import { cleanLine } from '../../contract/platform/text-rules.ts';
import { describeSeatRefusal, getSeatRefusal } from '../../contract/teams/seats.ts';
import type { TeamSearchResult } from '../../contract/teams/teams.ts';

/** The answer to a question; null or undefined without one. */
export type FormAnswer = string | boolean | string[] | null | undefined;

/** The values of the form. A radio group without a choice may be null: that is how the form library writes it. */
export interface FormValues extends Record<FormField, unknown> {
  major: string;
  tShirtSize: string | null;
  dietaryRestrictions: string | null;
  dietaryDetail: string;
  whyJoin: string;
  track: string | null;
  teamPreference: string | null;
  teamName: string;
  selectedTeam: TeamSearchResult | null;
  resume: File | null;
  pitchDeck: File | null;
  /** By the id of the question; a number as it was typed. */
  answers: Record<string, FormAnswer>;
  guardianEmail: string;
  /** The version of each agreement that was ticked, by its id; empty where the tick was taken away. */
  agreements: Record<string, string>;
}
export type FieldName = FormField | ExtraField;

export const emptyForm: FormValues = {
  major: '',
  tShirtSize: '',
  dietaryRestrictions: '',
  dietaryDetail: '',
  whyJoin: '',
  track: '',
  teamPreference: '',
  teamName: '',
  selectedTeam: null,
  resume: null,
  pitchDeck: null,
  answers: {},
  guardianEmail: '',
  agreements: {},
};

export const fileFields = ['resume', 'pitchDeck'] as const;

/** The fields in the order of the page, which is the order in which problems are listed. */
export const fieldOrder = (Object.keys(emptyForm) as (keyof FormValues)[]).filter(
  (name): name is FormField => name !== 'answers' && name !== 'guardianEmail' && name !== 'agreements',
);

export const isRequired = (field: FieldName): field is keyof typeof fieldLabels => field in fieldLabels;

/** The fields beyond the specification's, in the order of the page. */
export function listExtraFields({ questions = [], guardian, agreements = [] }: FormExtras): ExtraField[] {
  return [
    ...questions.map(({ id }) => `answers.${id}` as const),
    ...(guardian ? (['guardianEmail'] as const) : []),
    ...agreements.map(({ id }) => `agreements.${id}` as const),
  ];
}

type FormEvent = FormExtras & { tracks: readonly (FormTrack & { maxTeamSize?: number | undefined })[] };

/** Returns why the chosen team has no seat for somebody on the chosen track. */
export function findSeatProblem(
  { teamPreference, selectedTeam: team, track }: FormValues,
  { tracks }: Pick<FormEvent, 'tracks'>,
): FormProblem | undefined {
  // The draft of an earlier version has no figures.
  if (teamPreference !== 'lookingForTeam' || team?.memberCount === undefined) return undefined;
  const refusal = getSeatRefusal(tracks, team, track);
  return (
    refusal && { field: 'selectedTeam', code: refusal.code, message: describeSeatRefusal(refusal, team) }
  );
}

export function requiresDeck(values: Pick<FormValues, 'track'>, tracks: readonly FormTrack[]): boolean {
  return tracks.find(({ id }) => id === values.track)?.requiresPitchDeck ?? false;
}

/** Returns everything that stops the form from being submitted, in the order of the page. */
export function listFormProblems(values: FormValues, event: FormEvent): FormProblem[] {
  const has = { resume: values.resume !== null, pitchDeck: values.pitchDeck !== null };
  const order: string[] = [...fieldOrder, ...listExtraFields(event)];
  const parsed = parseForm(toFields(values), has, event);
  const problems = 'problems' in parsed ? parsed.problems : [];
  const seat = findSeatProblem(values, event);
  return [...problems, ...(seat ? [seat] : [])].sort(
    (a, b) => order.indexOf(a.field) - order.indexOf(b.field),
  );
}

/** Returns what the form library gets for values with these problems. */
export function toResolved(values: FormValues, problems: readonly FormProblem[]): ResolverResult<FormValues> {
  const errors = {};
  for (const { field, code, message } of problems) set(errors, field, { type: code, message });
  return problems.length === 0 ? { values, errors } : { values: {}, errors };
}

/** Returns what is wrong with a field, also with one that is a path; undefined when nothing is. */
export function findError(errors: FieldErrors<FormValues>, field: FieldName): FieldError | undefined {
  return get(errors, field) as FieldError | undefined;
}

/** Returns the text fields as the call takes them, without those of choices that were not made. */
export function toFields(values: FormValues): ApplicationFields {
  const { major, tShirtSize, whyJoin, track, teamPreference } = values;
  const other = values.dietaryRestrictions === 'other';
  return {
    major,
    dietaryRestrictions: other
      ? otherPrefix + cleanLine(values.dietaryDetail)
      : (values.dietaryRestrictions ?? ''),
    tShirtSize: tShirtSize ?? '',
    whyJoin,
    track: track ?? '',
    teamPreference: teamPreference ?? '',
    teamName: teamPreference === 'createTeam' ? values.teamName : undefined,
    selectedTeam: teamPreference === 'lookingForTeam' ? values.selectedTeam?._id : undefined,
    ...(isAnyFilled(values.answers) && { answers: JSON.stringify(values.answers) }),
    ...(values.guardianEmail && { guardianEmail: values.guardianEmail }),
    ...(isAnyFilled(values.agreements) && { agreements: JSON.stringify(values.agreements) }),
  };
}

/** Returns the files as the call takes them, without a deck that the track does not require. */
export function toFiles(values: FormValues, tracks: readonly FormTrack[]) {
  return {
    ...(values.resume && { resume: values.resume }),
    ...(values.pitchDeck && requiresDeck(values, tracks) && { pitchDeck: values.pitchDeck }),
  };
}

/** Converts a stored draft to form values; values that do not fit the current form are left out. */
export function parseDraft(draft: { values: Record<string, unknown>; files: Record<string, File> }) {
  const values: FormValues = { ...emptyForm };
  for (const name of fieldOrder) {
    const stored = draft.values[name];
    if (name === 'selectedTeam') values.selectedTeam = parseTeam(stored);
    else if (name === 'resume' || name === 'pitchDeck') values[name] = draft.files[name] ?? null;
    else if (typeof stored === 'string') values[name] = stored;
  }
  // Answers of a draft are shown again as they are; the form's rules check them.
  const { answers, guardianEmail, agreements } = draft.values as Partial<FormValues>;
  values.answers = { ...answers };
  values.guardianEmail = guardianEmail ?? '';
  values.agreements = { ...agreements };
  return values;
}

const isAnyFilled = (texts: Record<string, unknown>) => Object.values(texts).some(Boolean);

/** Chooses the team of an invitation, unless a team preference was chosen before or the team cannot be asked. */
export function chooseInvitedTeam(values: FormValues, invited: TeamSearchResult | undefined): FormValues {
  if (!invited?.can.ask || values.teamPreference) return values;
  return { ...values, teamPreference: 'lookingForTeam', selectedTeam: invited };
}

function parseTeam(stored: unknown): TeamSearchResult | null {
  const team = stored as TeamSearchResult | null | undefined;
  return typeof team?._id === 'string' &&
    typeof team.name === 'string' &&
    typeof team.leader?.name === 'string'
    ? team
    : null;
}

/** Returns whether nothing has been entered. */
export function isEmptyForm(values: FormValues): boolean {
  const { answers, guardianEmail, agreements } = values;
  return (
    fieldOrder.every((field) => !values[field]) &&
    !guardianEmail &&
    !isAnyFilled(answers) &&
    !isAnyFilled(agreements)
  );
}

export function getFieldLabel(field: FieldName, { questions = [] }: FormExtras): string {
  if (field === 'guardianEmail') return guardianLabel;
  const asked = questions.find(({ id }) => field === `answers.${id}`);
  if (asked) return asked.label;
  return isRequired(field) ? fieldLabels[field] : field;
}
