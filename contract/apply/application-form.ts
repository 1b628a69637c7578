import { limits } from '../limits.ts';
import { cleanLine, lineProblem, noteProblem, type TextProblem } from '../platform/text-rules.ts';
import { fill, texts } from '../texts.ts';
import {
  type ApplicationFields,
  dietaryChoices,
  fieldLabels,
  teamChoices,
  tShirtSizes,
} from './applications.ts';
import { type FormAgreement, findAgreementProblems } from './form-agreements.ts';
import { findGuardianProblem, type GuardianRule, needsGuardian } from './form-guardian.ts';
import { parseFormObject } from './form-object.ts';
import { type FormQuestion, findAnswerProblems, listQuestions } from './form-questions.ts';

// The rules of the application form, for the server and the page. Pages have no zod, so nothing here uses a schema.
// What else a new field takes: CONTRIBUTING.md, "A field of the application form".

type RequiredField = keyof typeof fieldLabels;

/** The fields as people see them; `dietaryDetail` is sent behind `other:` in the dietary restrictions. */
export type FormField =
  | RequiredField
  | 'dietaryDetail'
  | 'teamName'
  | 'selectedTeam'
  | 'resume'
  | 'pitchDeck';

/** A field beyond the specification's, as the path of its value. */
export type ExtraField = `answers.${string}` | `agreements.${string}` | 'guardianEmail';

/** What an event asks beyond the specification's fields. */
export interface FormExtras {
  questions?: readonly FormQuestion[] | undefined;
  agreements?: readonly FormAgreement[] | undefined;
  guardian?: GuardianRule | undefined;
  /** The codes of the countries, on the server. */
  countries?: readonly string[];
  /** The first day is that on which a guardian's yes is needed by. */
  dates?: { start: string } | undefined;
}

/** The refusals of a form; of several, the server reports the first in this order. */
export const formProblemCodes = [
  'apply_missing',
  'apply_dietary_detail',
  'invalid_input',
  'unknown_track',
  'apply_resume_missing',
  'apply_deck_missing',
  'apply_team_name',
  'apply_team',
  'apply_agreement',
] as const;

/** Why a form cannot be submitted. */
export interface FormProblem {
  field: FormField | ExtraField;
  code: (typeof formProblemCodes)[number];
  /** A sentence; of the specification's fields, what is wrong with the value can also follow the name of the field. */
  message: string;
  /** How many code points the field may have, when it has more. */
  max?: number;
  /** The question, for a field beyond the specification's. */
  label?: string;
}

interface FormTrack {
  id: string;
  requiresPitchDeck: boolean;
}

const isBlank = (text: string | undefined) => cleanLine(text ?? '') === '';

function invalid(field: FormField, problem: TextProblem | undefined): FormProblem | undefined {
  return problem && { field, code: 'invalid_input', ...problem };
}

function invalidChoice(field: FormField, choices: readonly string[], value = ''): FormProblem | undefined {
  return choices.includes(value) ? undefined : invalid(field, { message: 'is not one of the choices' });
}

/** Returns what follows `other:` in the dietary restrictions; undefined for one of the other choices. */
function parseDietaryDetail(dietaryRestrictions: string): string | undefined {
  const match = /^other\s*(?::([\s\S]*))?$/.exec(dietaryRestrictions.trim());
  return match ? (match[1] ?? '') : undefined;
}

function dietaryProblem(sent: string): FormProblem | undefined {
  const detail = parseDietaryDetail(sent);
  if (detail === undefined) return invalidChoice('dietaryRestrictions', dietaryChoices, sent);
  if (isBlank(detail))
    return { field: 'dietaryDetail', code: 'apply_dietary_detail', message: texts.apply.dietaryDetail };
  return invalid('dietaryDetail', lineProblem(detail, limits.text.dietaryDetail));
}

function teamProblem({ teamPreference, teamName = '', selectedTeam }: ApplicationFields) {
  if (teamPreference === 'createTeam')
    return isBlank(teamName)
      ? ({ field: 'teamName', code: 'apply_team_name', message: texts.apply.teamNameMissing } as const)
      : invalid('teamName', lineProblem(teamName, limits.text.teamName));
  return teamPreference === 'lookingForTeam' && isBlank(selectedTeam)
    ? ({ field: 'selectedTeam', code: 'apply_team', message: texts.apply.teamMissing } as const)
    : undefined;
}

const requiredFields = Object.keys(fieldLabels) as RequiredField[];

function requiredFieldProblem(
  field: RequiredField,
  fields: ApplicationFields,
  tracks: readonly FormTrack[],
): FormProblem | undefined {
  const value = fields[field] ?? '';
  if (isBlank(value)) return { field, code: 'apply_missing', message: 'is missing' };
  switch (field) {
    case 'major':
      return invalid(field, lineProblem(value, limits.text.major));
    case 'dietaryRestrictions':
      return dietaryProblem(value);
    case 'tShirtSize':
      return invalidChoice(field, tShirtSizes, value);
    case 'whyJoin':
      return invalid(field, noteProblem(value, limits.text.whyJoin));
    case 'teamPreference':
      return invalidChoice(field, teamChoices, value);
    case 'track':
      return tracks.some(({ id }) => id === value)
        ? undefined
        : { field, code: 'unknown_track', message: 'is not known' };
  }
}

function documentProblems(
  has: { resume: boolean; pitchDeck: boolean },
  track: FormTrack | undefined,
): (FormProblem | undefined)[] {
  return [
    has.resume
      ? undefined
      : { field: 'resume', code: 'apply_resume_missing', message: texts.apply.resumeMissing },
    track?.requiresPitchDeck && !has.pitchDeck
      ? {
          field: 'pitchDeck',
          code: 'apply_deck_missing',
          message: fill(texts.apply.deckMissing, { track: track.id }),
        }
      : undefined,
  ];
}

/** Finds what is wrong with the fields that can change after the application was submitted. */
export function findDetailProblems(
  fields: Pick<ApplicationFields, 'tShirtSize' | 'dietaryRestrictions'>,
): FormProblem[] {
  return (['tShirtSize', 'dietaryRestrictions'] as const)
    .map((field) => requiredFieldProblem(field, fields, []))
    .filter((problem) => problem !== undefined);
}

/** Returns the answers of a form, and whether they call for a guardian's yes. */
export function parseFormAnswers(
  fields: ApplicationFields,
  { questions = [], guardian, dates }: FormExtras,
): { asked: readonly FormQuestion[]; sent: Record<string, unknown>; needsGuardian: boolean } {
  const asked = listQuestions(questions, fields.track);
  const sent = parseFormObject(fields.answers);
  return { asked, sent, needsGuardian: needsGuardian(sent, asked, guardian, dates?.start ?? '') };
}

function extraProblems(fields: ApplicationFields, extras: FormExtras): (FormProblem | undefined)[] {
  const { asked, sent, needsGuardian } = parseFormAnswers(fields, extras);
  return [
    ...findAnswerProblems(sent, asked, extras.countries),
    needsGuardian ? findGuardianProblem(fields.guardianEmail) : undefined,
    ...findAgreementProblems(fields.agreements, extras.agreements ?? []),
  ];
}

/** Finds everything that stops a form from being submitted. */
export function findFormProblems(
  fields: ApplicationFields,
  has: { resume: boolean; pitchDeck: boolean },
  tracks: readonly FormTrack[],
  extras: FormExtras = {},
): FormProblem[] {
  return [
    ...requiredFields.map((field) => requiredFieldProblem(field, fields, tracks)),
    ...documentProblems(
      has,
      tracks.find(({ id }) => id === fields.track),
    ),
    teamProblem(fields),
    ...extraProblems(fields, extras),
  ].filter((problem) => problem !== undefined);
}
