import { dietaryChoices, tShirtSizes } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';

export const toSizeOptions = (event: Pick<EventView, 'tShirtSizes'> | undefined) =>
  (event?.tShirtSizes ?? tShirtSizes).map((size) => ({ value: size, label: size }));

export const dietaryOptions = dietaryChoices.map((diet) => ({
  value: diet,
  label: diet.charAt(0).toUpperCase() + diet.slice(1),
}));

/** A diet in words: `Vegan`, `no nuts` */
export const describeDiet = (diet: string): string =>
  dietaryOptions.find(({ value }) => value === diet)?.label ?? diet.replace(/^other: ?/, '');
