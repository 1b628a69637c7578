import { storeChoice } from './cookie.ts';

/** The chosen theme; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const cookie = /(?:^|;\s*)theme=(light|dark)/;

/** Returns the stored choice. It is a cookie, so that the server renders pages in the right theme. */
export function getStoredTheme(): Theme {
  return (document.cookie.match(cookie)?.[1] as Theme | undefined) ?? 'system';
}

/** Shows the page in `theme` and remembers it for a year. */
export function applyTheme(theme: Theme) {
  storeChoice('theme', theme === 'system' ? undefined : theme);
  showTheme(theme);
}

/** Shows the page in `theme` without remembering it. */
export function showTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
