import { dietaryChoices, tShirtSizes } from '../../contract/applications.ts';

export const sizeChoices = tShirtSizes.map((value) => ({ value, label: value }));
export const dietChoices = dietaryChoices.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));
