/** The brand colors for whatever cannot read `web/styles/tokens.css`; a test keeps the two the same. */
export const colors = {
  ink: '#14183a',
  night: '#2438b8',
  tangerine: '#ff5b35',
  butter: '#ffd76a',
  paper: '#fbf6ea',
} as const;

/** The colors of pages and documents by purpose, as [light, dark]. */
export const themeColors = {
  bg: [colors.paper, '#0e1230'],
  surface: ['#fffdf7', '#171c42'],
  'surface-2': ['#f3ecdb', '#20264f'],
  text: [colors.ink, '#f4efe0'],
  muted: ['#4e5374', '#b4b6d6'],
  hairline: ['#ddd5c2', '#2c3363'],
  edge: [colors.ink, '#f4efe0'],
  primary: [colors.night, colors.butter],
  'on-primary': ['#ffffff', colors.ink],
  'accent-text': ['#b82e0a', '#ff9478'],
} as const;
