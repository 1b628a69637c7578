import { colors, themeColors } from '../../../contract/platform/colors.ts';

const variables = Object.entries(themeColors).map(
  ([name, pair]) => `--${name}: light-dark(${pair.join(', ')});`,
);

/** The styles of plain pages: the colors and shapes of the site, with its typefaces where the pages are built. */
export const plainPageStyles = `
:root { color-scheme: light dark; ${variables.join(' ')} }
* { box-sizing: border-box; }
html { background: var(--bg); color: var(--text); scroll-padding-top: 1rem;
  font: 400 1.0625rem/1.55 "Instrument Sans", system-ui, sans-serif; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem clamp(1rem, 4vw, 2rem) 6rem; }
h1, h2, h3 { letter-spacing: -0.025em; line-height: 1.05; text-wrap: balance; }
h1, h2 { font-family: "Bricolage Grotesque", system-ui, sans-serif; font-weight: 700; }
h1 { font-size: min(2.75rem, 17vw); margin: 2rem 0 1rem; }
h2 { font-size: 2rem; margin: 4rem 0 1rem; }
h3 { font-size: 1.0625rem; font-weight: 600; margin: 0; letter-spacing: 0; overflow-wrap: anywhere; }
a { color: var(--primary); text-underline-offset: 0.2em; }
header a { font: 700 1.25rem "Bricolage Grotesque", system-ui, sans-serif; letter-spacing: -0.025em; color: inherit; text-decoration: none; }
header a::after { content: ""; display: inline-block; width: 0.5rem; height: 0.5rem; margin-left: 0.125rem; border-radius: 50%; background: ${colors.tangerine}; }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 3px; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.5rem 0; }
article { background: var(--surface); border: 2px solid var(--edge); border-radius: 12px;
  padding: 1.25rem; margin: 0 0 1.25rem; }
article p { margin: 0.5rem 0 1rem; color: var(--muted); }
.method { display: inline-block; padding: 0.1rem 0.6rem; border-radius: 8px; font-size: 0.8125rem;
  background: var(--primary); color: var(--on-primary); }
code, pre { font-family: "Martian Mono", ui-monospace, monospace; font-size: 0.8125rem; }
dl { display: grid; grid-template-columns: 7rem 1fr; gap: 0.5rem 1rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; min-width: 0; }
pre { margin: 0.2rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0;
  border-bottom: 1px solid var(--hairline); overflow-wrap: anywhere; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; gap: 0.125rem; } dd { margin-bottom: 0.5rem; } }
`;

export const buttonStyles = `button { margin-top: 1rem; min-height: 2.75rem; padding: 0 1.25rem; border: 2px solid var(--edge);
  border-radius: 0.5rem; background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 600; cursor: pointer; }`;
