import { colors, themeColors } from '../../../contract/platform/colors.ts';
import { escapeHtml } from '../http/escape-html.ts';

export type EmailBlock =
  | { heading: string }
  | { say: string }
  | { steps: string[] }
  | { small: string; link?: never }
  | { small: string; link: string; label: string }
  | { code: string }
  | { link: string; label: string };

export function renderText(blocks: EmailBlock[], sender: string): string {
  const lines = blocks.map((block) => {
    if ('heading' in block) return block.heading;
    if ('say' in block) return block.say;
    if ('steps' in block) return block.steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
    if ('small' in block) return block.link ? `${block.small}\n${block.label}: ${block.link}` : block.small;
    if ('code' in block) return `    ${block.code}`;
    return `${block.label}:\n${block.link}`;
  });
  return `${lines.join('\n\n')}\n\n-- \n${sender}\n`;
}

const sans = "'Instrument Sans', 'Segoe UI', Helvetica, Arial, sans-serif";
// Emails are light in every program that shows them.
const [bg, surface, codeGround, muted, primary, onPrimary] = (
  ['bg', 'surface', 'surface-2', 'muted', 'primary', 'on-primary'] as const
).map((name) => themeColors[name][0]);
const styles = {
  body: `margin:0;padding:32px 16px;background:${bg};color:${colors.ink};font:17px/1.55 ${sans}`,
  sheet: `max-width:520px;margin:0 auto;padding:32px;background:${surface};border:2px solid ${colors.ink};border-radius:12px`,
  brand: `margin:0 0 24px;font-weight:700;letter-spacing:-0.01em;color:${colors.night}`,
  heading: 'margin:0 0 16px;font-size:28px;line-height:1.1;letter-spacing:-0.02em',
  say: 'margin:0 0 16px',
  steps: 'margin:0 0 16px;padding-left:24px',
  step: 'margin:0 0 8px',
  small: `margin:24px 0 0;font-size:15px;color:${muted}`,
  code: `margin:0 0 16px;padding:16px;background:${codeGround};border-radius:8px;font:600 32px/1 'Martian Mono',Menlo,Consolas,monospace;letter-spacing:6px;text-align:center`,
  button: `display:inline-block;padding:12px 20px;background:${primary};color:${onPrimary};border-radius:8px;font-weight:600;text-decoration:none`,
};

/** Renders an email as HTML without external resources. */
export function renderHtml(subject: string, blocks: EmailBlock[], sender: string): string {
  const inner = blocks.map((block) => {
    if ('heading' in block) return `<h1 style="${styles.heading}">${escapeHtml(block.heading)}</h1>`;
    if ('say' in block)
      return `<p style="${styles.say}">${escapeHtml(block.say).replaceAll('\n', '<br>')}</p>`;
    if ('steps' in block) {
      const items = block.steps.map((step) => `<li style="${styles.step}">${escapeHtml(step)}</li>`);
      return `<ol style="${styles.steps}">${items.join('')}</ol>`;
    }
    if ('small' in block) {
      const link = block.link
        ? ` <a href="${escapeHtml(block.link)}" style="color:inherit">${escapeHtml(block.label)}</a>`
        : '';
      return `<p style="${styles.small}">${escapeHtml(block.small)}${link}</p>`;
    }
    if ('code' in block) return `<p style="${styles.code}">${escapeHtml(block.code)}</p>`;
    return `<p style="${styles.say}"><a href="${escapeHtml(block.link)}" style="${styles.button}">${escapeHtml(block.label)}</a></p>`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="${styles.body}">
<div style="${styles.sheet}">
<p style="${styles.brand}">${escapeHtml(sender)}</p>
${inner.join('\n')}
</div>
</body>
</html>
`;
}
