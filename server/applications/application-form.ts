import { z } from 'zod';
import {
  type FormProblem,
  findDetailProblems,
  findFormProblems,
  formProblemCodes,
} from '../../contract/application-form.ts';
import { type ApplicationFields, fieldLabels, type tShirtSizes } from '../../contract/applications.ts';
import { type Event, findTrack, type Track } from '../../contract/event.ts';
import { listAgreed } from '../../contract/form-agreements.ts';
import { cleanLine, cleanParagraph } from '../../contract/text-rules.ts';
import { fail } from '../http/problem.ts';

type TeamChoice = { kind: 'solo' } | { kind: 'create'; name: string } | { kind: 'ask'; teamId: string };

/** A valid form, its texts cleaned. */
export interface ParsedApplicationForm {
  major: string;
  dietaryRestrictions: string;
  tShirtSize: (typeof tShirtSizes)[number];
  whyJoin: string;
  track: Track;
  team: TeamChoice;
  /** The ids of what the person agrees to. */
  agreements: string[];
}

type Sent = Required<Omit<ApplicationFields, 'teamName' | 'selectedTeam' | 'agreements' | 'tShirtSize'>> &
  Pick<ApplicationFields, 'teamName' | 'selectedTeam' | 'agreements'> & {
    tShirtSize: ParsedApplicationForm['tShirtSize'];
  };

/**
 * Checks the form by the rules of `contract/application-form.ts` and cleans its texts. Throws the first of
 * `formProblemCodes` that applies, and `not_found` for a team id that is not a UUID.
 */
export function parseApplicationForm(
  fields: ApplicationFields,
  has: { resume: boolean; pitchDeck: boolean },
  event: Pick<Event, 'tracks' | 'agreements'>,
): ParsedApplicationForm {
  requireNone(findFormProblems(fields, has, event.tracks, event), fields);
  const { major, dietaryRestrictions, tShirtSize, whyJoin, track, agreements, ...team } = fields as Sent;
  return {
    major: cleanLine(major),
    dietaryRestrictions: cleanDiet(dietaryRestrictions),
    tShirtSize,
    whyJoin: cleanParagraph(whyJoin),
    track: findTrack(event, track)!,
    team: parseTeamChoice(team),
    agreements: listAgreed(agreements, event.agreements),
  };
}

/** Checks T-shirt size and dietary restrictions by the same rules. Throws the first of `formProblemCodes` that applies. */
export function parseDetails(
  fields: Pick<ApplicationFields, 'tShirtSize' | 'dietaryRestrictions'>,
): Pick<ParsedApplicationForm, 'tShirtSize' | 'dietaryRestrictions'> {
  requireNone(findDetailProblems(fields), fields);
  const { tShirtSize, dietaryRestrictions } = fields as Sent;
  return { tShirtSize, dietaryRestrictions: cleanDiet(dietaryRestrictions) };
}

const cleanDiet = (text: string) => cleanLine(text).replace(/^other ?: ?/, 'other: ');

function requireNone(problems: FormProblem[], fields: ApplicationFields): void {
  const code = formProblemCodes.find((each) => problems.some((problem) => problem.code === each));
  if (!code) return;
  const first = problems.filter((problem) => problem.code === code);
  const missing = Object.entries(fieldLabels).filter(([name]) => first.some(({ field }) => field === name));
  fail(code, {
    values: { fields: missing.map(([, label]) => label).join(', '), track: fields.track ?? '' },
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
