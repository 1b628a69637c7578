import { z } from 'zod';
import {
  type ApplicationFields,
  dietaryChoices,
  fieldLabels,
  fieldRules,
} from '../../contract/applications.ts';
import { type Event, findTrack, type Track } from '../../contract/event.ts';
import { cleanLine } from '../../contract/text-rules.ts';
import { parseInput } from '../http/input.ts';
import { fail } from '../http/problem.ts';

export type TeamChoice =
  | { kind: 'solo' }
  | { kind: 'create'; name: string }
  | { kind: 'ask'; teamId: string };

/** A form that says everything it must, its texts cleaned. */
export interface ApplicationForm {
  major: string;
  dietaryRestrictions: string;
  tShirtSize: 'S' | 'M' | 'L' | 'XL' | 'XXL';
  whyJoin: string;
  track: Track;
  team: TeamChoice;
}

type Field = keyof typeof fieldLabels;

const isBlank = (text: string | undefined) => cleanLine(text ?? '') === '';
const other = /^other\s*(?::([\s\S]*))?$/;

/**
 * Reads the form by all its rules, in the order in which people are told: what is missing, the dietary detail, wrong
 * values, the files, the team. Throws apply_missing, apply_dietary_detail, invalid_input, unknown_track,
 * apply_resume_missing, apply_deck_missing, apply_team_name, apply_team, and not_found for an impossible team id.
 */
export function parseApplicationForm(
  fields: ApplicationFields,
  has: { resume: boolean; pitchDeck: boolean },
  event: Pick<Event, 'tracks'>,
): ApplicationForm {
  const missing = (Object.keys(fieldLabels) as Field[]).filter((name) => isBlank(fields[name]));
  if (missing.length > 0)
    fail('apply_missing', {
      values: { fields: missing.map((name) => fieldLabels[name]).join(', ') },
      fields: Object.fromEntries(missing.map((name) => [name, 'is missing'])),
    });
  const dietaryRestrictions = readDietary(fields.dietaryRestrictions!);
  const simple = parseInput(simpleFields, fields);
  const track =
    findTrack(event, fields.track!) ?? fail('unknown_track', { fields: { track: 'is not known' } });
  if (!has.resume) fail('apply_resume_missing');
  if (track.requiresPitchDeck && !has.pitchDeck) fail('apply_deck_missing', { values: { track: track.id } });
  const { teamPreference, ...own } = simple;
  return { ...own, dietaryRestrictions, track, team: readWish(teamPreference, fields) };
}

const simpleFields = z.object({
  major: fieldRules.major,
  tShirtSize: fieldRules.tShirtSize,
  whyJoin: fieldRules.whyJoin,
  teamPreference: fieldRules.teamPreference,
});

/** One of the choices, or `other: ` and what exactly. */
function readDietary(sent: string): string {
  const [, detail = ''] = other.exec(sent.trim()) ?? [];
  if (other.test(sent.trim())) {
    if (isBlank(detail)) fail('apply_dietary_detail', { fields: { dietaryRestrictions: 'is missing' } });
    const { dietaryRestrictions } = parseInput(z.object({ dietaryRestrictions: fieldRules.dietaryDetail }), {
      dietaryRestrictions: detail,
    });
    return `other: ${dietaryRestrictions}`;
  }
  return parseInput(z.object({ dietaryRestrictions: z.enum(dietaryChoices, 'is not one of the choices') }), {
    dietaryRestrictions: sent,
  }).dietaryRestrictions;
}

function readWish(
  preference: 'solo' | 'lookingForTeam' | 'createTeam',
  fields: ApplicationFields,
): TeamChoice {
  if (preference === 'solo') return { kind: 'solo' };
  if (preference === 'createTeam') {
    if (isBlank(fields.teamName)) fail('apply_team_name', { fields: { teamName: 'is missing' } });
    return { kind: 'create', name: parseInput(z.object({ teamName: fieldRules.teamName }), fields).teamName };
  }
  if (isBlank(fields.selectedTeam)) fail('apply_team', { fields: { selectedTeam: 'is missing' } });
  const teamId = z.uuid().safeParse(fields.selectedTeam?.trim());
  return teamId.success ? { kind: 'ask', teamId: teamId.data } : fail('not_found');
}
