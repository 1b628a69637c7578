import type { WalkInInput } from '../../../../contract/event-day/walk-ins.ts';

/** Chosen for somebody's own words, which stand in a field beside it. */
export const ownWordsChoice = 'other:';

/** Returns what is chosen in a field of the form; of a question, whatever its kind. */
function listChosen(data: FormData, field: string): string[] {
  const id = /^answers\.(.*)$/.exec(field)?.[1];
  const names = id === undefined ? [field] : [field, `several.${id}`, `consent.${id}`];
  return names.flatMap((name) => data.getAll(name)).map(String);
}

/** Shows the parts of the form that depend on what is chosen above them; hidden ones are neither required nor read. */
export function showWalkInParts(form: HTMLFormElement): void {
  for (const part of form.querySelectorAll<HTMLFieldSetElement>('fieldset[data-field]')) {
    const { field = '', values = '[]' } = part.dataset;
    // The form is read again for each part: what a hidden part contains does not count.
    const chosen = listChosen(new FormData(form), field);
    part.disabled = part.hidden = !(JSON.parse(values) as string[]).some((value) => chosen.includes(value));
  }
}

/** Returns what stands in the form, as the call takes it. */
export function readWalkInForm(form: HTMLFormElement): WalkInInput {
  const data = new FormData(form);
  const fields: Record<string, string> = {};
  const agreements: Record<string, string> = {};
  const answers: Record<string, string | true | string[]> = {};
  for (const [name, sent] of data) {
    const [, kind, id = ''] = /^(answers|several|consent|agreements|other)\.(.*)$/.exec(name) ?? [];
    const value =
      String(sent) === ownWordsChoice ? `other: ${String(data.get(`other.${id}`))}` : String(sent);
    if (kind === 'several') answers[id] = [...[answers[id] ?? []].flat(), value] as string[];
    else if (kind === 'consent') answers[id] = true;
    else if (kind === 'agreements') agreements[id] = value;
    else if (kind === 'answers') answers[id] = value;
    else if (!kind && value !== '') fields[name] = value;
  }
  const { dietaryDetail, ...others } = fields;
  return {
    ...(others as unknown as WalkInInput),
    ...(others.dietaryRestrictions === 'other' && { dietaryRestrictions: `other: ${dietaryDetail}` }),
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(Object.keys(agreements).length > 0 && { agreements }),
  };
}
