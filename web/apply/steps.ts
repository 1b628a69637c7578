import type { FieldName } from './form-values.ts';

/** The parts of the form: sections on a wide screen, one screen each on a phone. */
export const steps = [
  { id: 'you', title: 'You', fields: ['major', 'tShirtSize', 'dietaryRestrictions', 'dietaryDetail'] },
  { id: 'why', title: 'Why', fields: ['whyJoin', 'track'] },
  { id: 'team', title: 'Team', fields: ['teamPreference', 'teamName', 'selectedTeam'] },
  { id: 'files', title: 'Files & review', fields: ['resume', 'pitchDeck'] },
] as const satisfies { id: string; title: string; fields: readonly FieldName[] }[];

export type StepId = (typeof steps)[number]['id'];

/** Where the step's heading is. */
export const stepHeadingId = (step: StepId) => `step-${step}`;

/** Where a field is: the control itself, or the group of a choice. */
export const fieldId = (field: FieldName) => `apply-${field}`;

/** The number of the step that a field is on. */
export function findStepOfField(field: FieldName): number {
  return steps.findIndex((step) => (step.fields as readonly FieldName[]).includes(field));
}
