import type { FormExtras } from '../../contract/apply/application-form.ts';
import { type FieldName, listExtraFields } from './form-values.ts';

type StepId = 'you' | 'why' | 'team' | 'files' | 'more';

export interface Step {
  id: StepId;
  title: string;
  fields: readonly FieldName[];
}

const steps: readonly Step[] = [
  { id: 'you', title: 'You', fields: ['major', 'tShirtSize', 'dietaryRestrictions', 'dietaryDetail'] },
  { id: 'why', title: 'Why', fields: ['whyJoin', 'track'] },
  { id: 'team', title: 'Team', fields: ['teamPreference', 'teamName', 'selectedTeam'] },
  { id: 'files', title: 'Files & review', fields: ['resume', 'pitchDeck'] },
];

/** Lists the parts of the form: sections on a wide screen, one screen each on a phone. */
export function listSteps(extras: FormExtras): readonly Step[] {
  const fields = listExtraFields(extras);
  if (fields.length === 0) return steps;
  return [
    ...steps.map((step) => (step.id === 'files' ? { ...step, title: 'Files' } : step)),
    { id: 'more', title: extras.questions ? 'Questions & review' : 'Agreements & review', fields },
  ];
}

export const stepHeadingId = (step: StepId) => `step-${step}`;

/** Where a field is: the control itself, or the group of a choice. */
export const fieldId = (field: FieldName) => `apply-${field}`;

export function getStepOfField(steps: readonly Step[], field: FieldName): number {
  return steps.findIndex((step) => step.fields.includes(field));
}
