import { applyTheme, showTheme, storedTheme, type Theme } from '../../lib/theme.ts';

/** Brings the choice of theme in the footer to life. */
export function runTheme() {
  const stored = storedTheme();
  showTheme(stored);
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
    radio.checked = radio.value === stored;
    radio.addEventListener('change', () => applyTheme(radio.value as Theme));
  }
}
