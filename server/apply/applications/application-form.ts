import { z } from 'zod';
import { type AnswerChange, findChangeProblems } from '../../../contract/apply/answer-changes.ts';
import {
  type FormProblem,
  findDetailProblems,
  findFormProblems,
  formProblemCodes,
  parseFormAnswers,
} from '../../../contract/apply/application-form.ts';
import {
  type ApplicationFields,
  fieldLabels,
  type tShirtSizes,
} from '../../../contract/apply/applications.ts';
import { countryCodes } from '../../../contract/apply/countries.ts';
import { listAgreed } from '../../../contract/apply/form-agreements.ts';
import { invalidGuardian } from '../../../contract/apply/form-guardian.ts';
import { type Event, findTrack, type Track } from '../../../contract/event/event.ts';
import { cleanLine, cleanParagraph, emailAddress } from '../../../contract/platform/text-rules.ts';
import { fail } from '../../platform/http/problem.ts';
import { type ParsedAnswers, parseAnswers } from '../questions/questions.service.ts';

type TeamChoice = { kind: 'solo' } | { kind: 'create'; name: string } | { kind: 'ask'; teamId: string };

/** A valid form, its texts cleaned. */
export interface ParsedApplicationForm {
  major: string;
  dietaryRestrictions: string;
  tShirtSize: (typeof tShirtSizes)[number];
  whyJoin: string;
  track: Track;
  team: TeamChoice;
  answers: ParsedAnswers;
  /** Whose yes is needed for somebody who is too young to take part on their own. */
  guardianEmail?: string;
  /** The ids of what the person agrees to. */
  agreements: string[];
}

type OptionalField = 'teamName' | 'selectedTeam' | 'answers' | 'guardianEmail' | 'agreements';
type Sent = Required<Omit<ApplicationFields, OptionalField | 'tShirtSize'>> &
  Pick<ApplicationFields, OptionalField> & {
    tShirtSize: ParsedApplicationForm['tShirtSize'];
  };

/**
 * Checks the form by the rules of `contract/apply/application-form.ts` and cleans its texts. Throws the first of
 * `formProblemCodes` that applies, and `not_found` for a team id that is not a UUID.
 */
export function parseApplicationForm(
  fields: ApplicationFields,
  has: { resume: boolean; pitchDeck: boolean },
  event: Pick<Event, 'tracks' | 'questions' | 'guardian' | 'dates' | 'agreements'>,
): ParsedApplicationForm {
  requireNone(findFormProblems(fields, has, event.tracks, { ...event, countries: countryCodes }), fields);
  const { major, dietaryRestrictions, tShirtSize, whyJoin, track, agreements, ...team } = fields as Sent;
  const { asked, sent, needsGuardian } = parseFormAnswers(fields, event);
  return {
    major: cleanLine(major),
    dietaryRestrictions: cleanDiet(dietaryRestrictions),
    tShirtSize,
    whyJoin: cleanParagraph(whyJoin),
    track: findTrack(event, track)!,
    team: parseTeamChoice(team),
    answers: parseAnswers(asked, sent),
    ...(needsGuardian && { guardianEmail: parseGuardianEmail(fields.guardianEmail) }),
    agreements: listAgreed(agreements, event.agreements),
  };
}

/** Parses a guardian's address, lower-cased. Throws `invalid_input`. */
export function parseGuardianEmail(sent: string | undefined): string {
  const parsed = emailAddress.safeParse(sent);
  return parsed.success ? parsed.data : fail('invalid_input', { fields: { guardianEmail: invalidGuardian } });
}

/** Checks answers that change by the same rules. Throws the first of `formProblemCodes` that applies. */
export function requireValidChange(
  change: AnswerChange,
  event: Pick<Event, 'questions' | 'guardian' | 'dates'>,
): void {
  requireNone(findChangeProblems(change, { ...event, countries: countryCodes }), change);
}

/** Checks T-shirt size and dietary restrictions by the same rules. Throws the first of `formProblemCodes` that applies. */
export function parseDetails(
  fields: Pick<ApplicationFields, 'tShirtSize' | 'dietaryRestrictions'>,
): Pick<ParsedApplicationForm, 'tShirtSize' | 'dietaryRestrictions'> {
  requireNone(findDetailProblems(fields), {});
  const { tShirtSize, dietaryRestrictions } = fields as Sent;
  return { tShirtSize, dietaryRestrictions: cleanDiet(dietaryRestrictions) };
}

const cleanDiet = (text: string) => cleanLine(text).replace(/^other ?: ?/, 'other: ');

function requireNone(problems: FormProblem[], fields: { track?: string | undefined }): void {
  const code = formProblemCodes.find((each) => problems.some((problem) => problem.code === each));
  if (!code) return;
  const first = problems.filter((problem) => problem.code === code);
  const missing = Object.entries(fieldLabels)
    .filter(([name]) => first.some(({ field }) => field === name))
    .map(([, label]) => label);
  const asked = first.flatMap(({ label }) => label ?? []);
  fail(code, {
    values: { fields: [...missing, ...asked].join(', '), track: fields.track ?? '' },
    fields: Object.fromEntries(
      first.map(({ field, message }) => [
        field === 'dietaryDetail' ? 'dietaryRestrictions' : field,
        code.startsWith('apply_') ? 'is missing' : message,
      ]),
    ),
  });
}

function parseTeamChoice({ teamPreference, teamName = '', selectedTeam }: Partial<Sent>): TeamChoice {
  if (teamPreference === 'solo') return { kind: 'solo' };
  if (teamPreference === 'createTeam') return { kind: 'create', name: cleanLine(teamName) };
  const teamId = z.uuid().safeParse(selectedTeam?.trim());
  return teamId.success ? { kind: 'ask', teamId: teamId.data } : fail('not_found');
}
