import { type ApplicationFields, fieldLabels } from '../../contract/applications.ts';
import { limits } from '../../contract/limits.ts';
import type { EventView } from '../../contract/site.ts';
import type { FoundTeam } from '../../contract/teams.ts';
import { cleanLine, cleanParagraph } from '../../contract/text-rules.ts';
import { fill, texts } from '../../contract/texts.ts';

/** What the form holds. A choice that was looked at and not made is null, as the form library has it. */
export interface FormValues {
  major: string;
  tShirtSize: string | null;
  dietaryRestrictions: string | null;
  dietaryDetail: string;
  whyJoin: string;
  track: string | null;
  teamPreference: string | null;
  teamName: string;
  selectedTeam: FoundTeam | null;
  resume: File | null;
  pitchDeck: File | null;
}
export type FieldName = keyof FormValues;

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
};

export const fileFields = ['resume', 'pitchDeck'] as const;

/** The fields in the order of the page, which is the order in which problems are listed. */
export const fieldOrder = Object.keys(emptyForm) as FieldName[];

const required = [
  'major',
  'tShirtSize',
  'dietaryRestrictions',
  'whyJoin',
  'track',
  'teamPreference',
] as const satisfies (keyof typeof fieldLabels)[];
type RequiredField = (typeof required)[number];

export interface FormProblem {
  field: FieldName;
  /** `missing` fields are named together in one sentence, the others each have their own. */
  kind: 'missing' | 'wrong';
  message: string;
}

type FormTrack = Pick<EventView['tracks'][number], 'id' | 'requiresPitchDeck'>;

const tooLong = (text: string, max: number) => [...text].length > max;

function missing(values: FormValues): FormProblem[] {
  const typed = new Set<RequiredField>(['major', 'whyJoin']);
  return required
    .filter((field) => cleanLine(values[field] ?? '') === '')
    .map((field) => ({
      field,
      kind: 'missing',
      message: typed.has(field) ? 'Please fill this in' : 'Please choose one',
    }));
}

function lengths(values: FormValues): FormProblem[] {
  const checks: [FieldName, string, number][] = [
    ['major', cleanLine(values.major), limits.text.major],
    ['dietaryDetail', cleanLine(values.dietaryDetail), limits.text.dietaryDetail],
    ['whyJoin', cleanParagraph(values.whyJoin), limits.text.whyJoin],
    ['teamName', cleanLine(values.teamName), limits.text.teamName],
  ];
  return checks
    .filter(([, text, max]) => tooLong(text, max))
    .map(([field, , max]) => ({
      field,
      kind: 'wrong',
      message: `Please keep this to ${max.toLocaleString('en')} characters`,
    }));
}

/** Whether the chosen track asks for a pitch deck. */
export function requiresDeck(values: Pick<FormValues, 'track'>, tracks: readonly FormTrack[]): boolean {
  return tracks.find(({ id }) => id === values.track)?.requiresPitchDeck ?? false;
}

/** Everything that keeps the form from being sent, in the order of the page. */
export function listFormProblems(values: FormValues, tracks: readonly FormTrack[]): FormProblem[] {
  const rules: [boolean, FieldName, string][] = [
    [
      values.dietaryRestrictions === 'other' && cleanLine(values.dietaryDetail) === '',
      'dietaryDetail',
      texts.apply.dietaryDetail,
    ],
    [
      values.teamPreference === 'createTeam' && cleanLine(values.teamName) === '',
      'teamName',
      texts.apply.teamNameMissing,
    ],
    [
      values.teamPreference === 'lookingForTeam' && !values.selectedTeam,
      'selectedTeam',
      texts.apply.teamMissing,
    ],
    [!values.resume, 'resume', texts.apply.resumeMissing],
    [
      requiresDeck(values, tracks) && !values.pitchDeck,
      'pitchDeck',
      fill(texts.apply.deckMissing, { track: values.track ?? '' }),
    ],
  ];
  const wrong = rules.filter(([broken]) => broken);
  return [
    ...missing(values),
    ...lengths(values),
    ...wrong.map(([, field, message]): FormProblem => ({ field, kind: 'wrong', message })),
  ].sort((a, b) => fieldOrder.indexOf(a.field) - fieldOrder.indexOf(b.field));
}

/** The text fields as the call takes them; what belongs to a choice that was not made stays behind. */
export function toFields(values: FormValues): ApplicationFields {
  const { major, tShirtSize, whyJoin, track, teamPreference } = values;
  const other = values.dietaryRestrictions === 'other';
  return {
    major,
    dietaryRestrictions: other
      ? `other: ${cleanLine(values.dietaryDetail)}`
      : (values.dietaryRestrictions ?? ''),
    tShirtSize: tShirtSize ?? '',
    whyJoin,
    track: track ?? '',
    teamPreference: teamPreference ?? '',
    teamName: teamPreference === 'createTeam' ? values.teamName : undefined,
    selectedTeam: teamPreference === 'lookingForTeam' ? values.selectedTeam?._id : undefined,
  };
}

/** The files as the call takes them; a deck chosen for another track stays behind. */
export function toFiles(values: FormValues, tracks: readonly FormTrack[]) {
  return {
    ...(values.resume && { resume: values.resume }),
    ...(values.pitchDeck && requiresDeck(values, tracks) && { pitchDeck: values.pitchDeck }),
  };
}

/** A kept draft as form values; whatever does not fit the form of today is left out. */
export function parseDraft(draft: {
  values: Record<string, unknown>;
  files: Record<string, File>;
}): FormValues {
  const values: FormValues = { ...emptyForm };
  for (const name of fieldOrder) {
    const kept = draft.values[name];
    if (name === 'selectedTeam') values.selectedTeam = asTeam(kept);
    else if (name === 'resume' || name === 'pitchDeck') values[name] = draft.files[name] ?? null;
    else if (typeof kept === 'string') values[name] = kept;
  }
  return values;
}

function asTeam(kept: unknown): FoundTeam | null {
  const team = kept as FoundTeam | null | undefined;
  return typeof team?._id === 'string' &&
    typeof team.name === 'string' &&
    typeof team.leader?.name === 'string'
    ? team
    : null;
}

/** Whether nothing has been entered. */
export function isEmptyForm(values: FormValues): boolean {
  return fieldOrder.every((field) => !values[field]);
}

/** How much of what this form asks is answered, 0 to 1; a choice that asks more makes more of it. */
export function computeProgress(values: FormValues, tracks: readonly FormTrack[]): number {
  const asked =
    required.length +
    1 +
    Number(values.dietaryRestrictions === 'other') +
    Number(values.teamPreference === 'createTeam' || values.teamPreference === 'lookingForTeam') +
    Number(requiresDeck(values, tracks));
  const open = new Set(listFormProblems(values, tracks).map(({ field }) => field));
  return Math.max(0, asked - open.size) / asked;
}

/** The label of a field, as the summary of problems names it. */
export function getFieldLabel(field: FieldName): string {
  return field in fieldLabels ? fieldLabels[field as keyof typeof fieldLabels] : field;
}
