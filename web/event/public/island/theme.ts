import { applyTheme, getStoredTheme, showTheme, type Theme } from '../../../lib/theme.ts';

/** Brings the choice of theme in the footer to life. */
export function startTheme() {
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[name="theme"]')];
  // The person may have chosen before this script was loaded.
  const chosen = radios.find((radio) => radio.checked && !radio.defaultChecked)?.value as Theme | undefined;
  if (chosen) applyTheme(chosen);
  const theme = getStoredTheme();
  showTheme(theme);
  for (const radio of radios) {
    radio.checked = radio.value === theme;
    radio.addEventListener('change', () => applyTheme(radio.value as Theme));
  }
}
