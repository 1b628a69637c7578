import type { ProblemCode } from '../errors.ts';
import type { EventView } from '../event/site.ts';
import { limits } from '../limits.ts';
import { cleanLine, cleanParagraph, lineProblem, noteProblem, parseEmail } from '../platform/text-rules.ts';
import { fill, texts } from '../texts.ts';
import {
  type ApplicationFields,
  dietaryChoices,
  fieldLabels,
  teamChoices,
  tShirtSizes,
} from './applications.ts';
import {
  type FormQuestion,
  listQuestions,
  type ParsedAnswers,
  parseAnswers,
  toSentence,
} from './form-questions.ts';

// The rules of the application form: the page runs them first, also offline, and the server repeats them. They use no schema,
// so that pages need no zod. What else a new field takes: CONTRIBUTING.md, "A field of the application form".

type RequiredField = keyof typeof fieldLabels;

/** The labels of the fields; `dietaryDetail` is sent after `other:` in the dietary restrictions. */
export type FormField =
  | RequiredField
  | 'dietaryDetail'
  | 'teamName'
  | 'selectedTeam'
  | 'resume'
  | 'pitchDeck';

/** A field beyond the specification's, named by the path of its value. */
export type ExtraField = `answers.${string}` | `agreements.${string}` | 'guardianEmail';

type FormAgreement = Pick<
  NonNullable<EventView['agreements']>[number],
  'id' | 'version' | 'title' | 'required'
>;

/** What an event asks beyond the specification's fields. */
export interface FormExtras {
  questions?: readonly FormQuestion[] | undefined;
  agreements?: readonly FormAgreement[] | undefined;
  /** The event's own T-shirt sizes, or the specification's if absent. */
  tShirtSizes?: readonly string[] | undefined;
  guardian?: EventView['guardian'];
  /** Country codes; only the server checks them. */
  countries?: readonly string[];
  /** The event's first day: ages are computed for it, and dates must be near it. */
  dates?: { start: string } | undefined;
}

export interface FormProblem {
  field: FormField | ExtraField;
  code: ProblemCode;
  /** The sentence shown at the field. */
  message: string;
  /** The field's name in the message about missing fields. */
  label?: string;
}

export type FormTrack = Pick<EventView['tracks'][number], 'id' | 'requiresPitchDeck'>;

export type ParsedForm<Values> = { values: Values } | { problems: FormProblem[] };

type Details = { tShirtSize: string; dietaryRestrictions: string };

/** What can change after submission; the last two only until the review. */
type ChangedDetails = Details & { major?: string; whyJoin?: string };

export interface ApplicationFormValues<Track extends FormTrack = FormTrack> extends Details {
  major: string;
  whyJoin: string;
  track: Track;
  team: { kind: 'solo' } | { kind: 'create'; name: string } | { kind: 'ask'; teamId: string };
  answers: ParsedAnswers;
  guardianEmail: string | undefined;
  /** The ids of the agreements that the person accepts. */
  agreements: string[];
}

export const guardianLabel = 'Email address of your parent or guardian';

function computeAge(born: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(born.slice(0, 4));
  return on.slice(5) < born.slice(5) ? years - 1 : years;
}

/**
 * Returns whether a person is too young to take part without a guardian: by their age, or by their date of birth on the
 * event's first day.
 */
export function needsGuardian(
  answers: ParsedAnswers,
  { guardian, dates }: { guardian?: EventView['guardian']; dates?: { start: string } | undefined },
): boolean {
  const answer = answers.get(guardian?.question ?? '');
  if (!guardian || answer === undefined) return false;
  const age = typeof answer === 'number' ? answer : computeAge(String(answer), dates?.start ?? '');
  return age < guardian.under;
}

const isBlank = (text: string | undefined) => cleanLine(text ?? '') === '';

export function findGuardianProblem(email: string | undefined): FormProblem | undefined {
  const field = 'guardianEmail';
  if (isBlank(email))
    return { field, code: 'apply_missing', message: 'Please fill this in', label: guardianLabel };
  if (parseEmail(email ?? '')) return undefined;
  const message = 'The email address of your parent or guardian is not valid.';
  return { field, code: 'invalid_input', message };
}

const labels = { ...fieldLabels, dietaryDetail: fieldLabels.dietaryRestrictions, teamName: 'Team name' };

function invalid(field: keyof typeof labels, problem: string | undefined): FormProblem | undefined {
  return problem === undefined
    ? undefined
    : { field, code: 'invalid_input', message: toSentence(labels[field], problem) };
}

function invalidChoice(field: RequiredField, choices: readonly string[], value: string) {
  return choices.includes(value) ? undefined : invalid(field, 'is not one of the choices');
}

/** Returns what follows `other:` in the dietary restrictions; undefined for any other choice. */
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
  event: Pick<FormExtras, 'tShirtSizes'> & { tracks?: readonly FormTrack[] },
): FormProblem | undefined {
  const value = fields[field] ?? '';
  if (isBlank(value)) {
    const isTyped = field === 'major' || field === 'whyJoin';
    const message = isTyped ? 'Please fill this in' : 'Please choose one';
    return { field, code: 'apply_missing', message, label: fieldLabels[field] };
  }
  switch (field) {
    case 'major':
      return invalid(field, lineProblem(value, limits.text.major));
    case 'dietaryRestrictions':
      return dietaryProblem(value);
    case 'tShirtSize':
      return invalidChoice(field, event.tShirtSizes ?? tShirtSizes, value);
    case 'whyJoin':
      return invalid(field, noteProblem(value, limits.text.whyJoin));
    case 'teamPreference':
      return invalidChoice(field, teamChoices, value);
    case 'track':
      return event.tracks?.some(({ id }) => id === value)
        ? undefined
        : { field, code: 'unknown_track', message: 'This track is not known.' };
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

/** Parses a field that holds a JSON object; returns an empty one for anything else. */
export function parseFormObject(json: string | undefined): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(json || '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function agreementProblem({ id, title }: FormAgreement): FormProblem {
  return { field: `agreements.${id}`, code: 'apply_agreement', message: `Please accept: ${title}` };
}

/** Returns the values unless something was found to be wrong. */
export function toParsed<Values>(
  found: readonly (FormProblem | undefined)[],
  getValues: () => Values,
): ParsedForm<Values> {
  const problems = found.filter((problem) => problem !== undefined);
  return problems.length > 0 ? { problems } : { values: getValues() };
}

function cleanDetails({ tShirtSize, dietaryRestrictions = '' }: ApplicationFields): Details {
  return {
    tShirtSize: tShirtSize!,
    dietaryRestrictions: cleanLine(dietaryRestrictions).replace(/^other ?: ?/, 'other: '),
  };
}

function parseTeam({ teamPreference, teamName = '', selectedTeam = '' }: ApplicationFields) {
  if (teamPreference === 'createTeam') return { kind: 'create', name: cleanLine(teamName) } as const;
  if (teamPreference === 'lookingForTeam') return { kind: 'ask', teamId: selectedTeam.trim() } as const;
  return { kind: 'solo' } as const;
}

export function parseForm<Track extends FormTrack>(
  fields: ApplicationFields,
  has: { resume: boolean; pitchDeck: boolean },
  event: FormExtras & { tracks: readonly Track[] },
): ParsedForm<ApplicationFormValues<Track>> {
  const { tracks, questions = [], agreements = [] } = event;
  const track = tracks.find(({ id }) => id === fields.track);
  const sent = parseFormObject(fields.answers);
  const { answers, problems } = parseAnswers(sent, listQuestions(questions, fields.track, sent), event);
  const asksGuardian = needsGuardian(answers, event);
  const versions = parseFormObject(fields.agreements);
  const isAgreed = ({ id, version }: FormAgreement) => versions[id] === version;
  return toParsed(
    [
      ...requiredFields.map((field) => requiredFieldProblem(field, fields, event)),
      ...documentProblems(has, track),
      teamProblem(fields),
      ...problems,
      asksGuardian ? findGuardianProblem(fields.guardianEmail) : undefined,
      ...agreements.filter((each) => each.required && !isAgreed(each)).map(agreementProblem),
    ],
    () => ({
      ...cleanDetails(fields),
      major: cleanLine(fields.major!),
      whyJoin: cleanParagraph(fields.whyJoin!),
      track: track!,
      team: parseTeam(fields),
      answers,
      guardianEmail: asksGuardian ? parseEmail(fields.guardianEmail!) : undefined,
      agreements: agreements.filter(isAgreed).map(({ id }) => id),
    }),
  );
}

/** Parses the fields that can change after submission. */
export function parseDetails(
  fields: Pick<ApplicationFields, 'tShirtSize' | 'dietaryRestrictions' | 'major' | 'whyJoin'>,
  event: Pick<FormExtras, 'tShirtSizes'>,
): ParsedForm<ChangedDetails> {
  const { major, whyJoin } = fields;
  const sent = (['tShirtSize', 'dietaryRestrictions', 'major', 'whyJoin'] as const).filter(
    (field, at) => at < 2 || fields[field] !== undefined,
  );
  return toParsed(
    sent.map((field) => requiredFieldProblem(field, fields, event)),
    () => ({
      ...cleanDetails(fields),
      ...(major !== undefined && { major: cleanLine(major) }),
      ...(whyJoin !== undefined && { whyJoin: cleanParagraph(whyJoin) }),
    }),
  );
}

/** Answers to change after submission, by question id; all others stay. */
export interface AnswerChange {
  track: string;
  answers: Record<string, unknown>;
  /** The previous answers, as texts. */
  stored: Record<string, unknown>;
  /** If the change requires a guardian and there is none yet. */
  guardianEmail?: string | undefined;
  hasGuardian: boolean;
}

/**
 * Parses such a change. `changed` also has questions that it reveals, and those it hides, whose answers go. `needsGuardian`
 * is undefined when the change does not affect the age.
 */
export function parseAnswerChange(
  { track, answers: sent, stored, guardianEmail, hasGuardian }: AnswerChange,
  event: FormExtras,
): ParsedForm<{
  changed: FormQuestion[];
  answers: ParsedAnswers;
  needsGuardian: boolean | undefined;
  guardianEmail: string | undefined;
}> {
  const asked = listQuestions(event.questions ?? [], track, { ...stored, ...sent });
  const touched = new Set<string>();
  for (const { id, onlyIf } of event.questions ?? [])
    if (Object.hasOwn(sent, id) || touched.has(onlyIf?.question ?? '')) touched.add(id);
  // Earlier answers stay if their questions are still asked.
  const stays = (question: FormQuestion) =>
    !Object.hasOwn(sent, question.id) && Object.hasOwn(stored, question.id) && asked.includes(question);
  const changed = (event.questions ?? []).filter((each) => touched.has(each.id) && !stays(each));
  const { answers, problems } = parseAnswers(
    sent,
    changed.filter((each) => asked.includes(each)),
    event,
  );
  const saysAge = changed.some(({ id }) => id === event.guardian?.question);
  const isYoung = saysAge ? needsGuardian(answers, event) : undefined;
  const asks = isYoung && !hasGuardian;
  return toParsed([...problems, asks ? findGuardianProblem(guardianEmail) : undefined], () => ({
    changed,
    answers,
    needsGuardian: isYoung,
    guardianEmail: asks ? parseEmail(guardianEmail!) : undefined,
  }));
}
