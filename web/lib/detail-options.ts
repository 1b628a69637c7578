import { dietaryChoices, tShirtSizes } from '../../contract/apply/applications.ts';

export const tShirtOptions = tShirtSizes.map((size) => ({ value: size, label: size }));

export const dietaryOptions = dietaryChoices.map((diet) => ({
  value: diet,
  label: diet.charAt(0).toUpperCase() + diet.slice(1),
}));
