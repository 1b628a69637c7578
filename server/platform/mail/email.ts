import type { Event } from '../../../contract/event/event.ts';
import type { EmailKind } from '../../../contract/event/event-emails.ts';
import { colors, themeColors } from '../../../contract/platform/colors.ts';
import { emailHash } from '../../../contract/platform/pages.ts';
import { normalizeUnicode } from '../../../packages/text/fold-text.ts';
import type { Config } from '../config.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { escapePlaceholders } from './mail-secrets.ts';

export interface Email {
  subject: string;
  text: string;
  html: string;
}

export type EmailSender = { event: Pick<Event, 'name' | 'dates' | 'place' | 'emails'> };
export type EmailSite = EmailSender & { config: Pick<Config, 'publicUrl'> };

/** A paragraph, or another part of an email. */
type EmailBlock =
  | string
  | { heading: string }
  | { steps: string[] }
  | { small: string; link?: never }
  | { small: string; link: string; label: string }
  | { code: string }
  | { link: string; label: string };

function renderText(blocks: EmailBlock[], sender: string): string {
  const lines = blocks.map((block) => {
    if (typeof block === 'string') return block;
    if ('heading' in block) return block.heading;
    if ('steps' in block) return block.steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
    if ('small' in block) return block.link ? `${block.small}\n${block.label}: ${block.link}` : block.small;
    if ('code' in block) return `    ${block.code}`;
    return `${block.label}:\n${block.link}`;
  });
  return `${lines.join('\n\n')}\n\n-- \n${sender}\n`;
}

const sans = "'Instrument Sans', 'Segoe UI', Helvetica, Arial, sans-serif";
// Emails always use the light theme.
const [bg, surface, codeGround, muted, primary, onPrimary] = (
  ['bg', 'surface', 'surface-2', 'muted', 'primary', 'on-primary'] as const
).map((name) => themeColors[name][0]);
const styles = {
  body: `margin:0;padding:32px 16px;background:${bg};color:${colors.ink};font:17px/1.55 ${sans}`,
  sheet: `max-width:520px;margin:0 auto;padding:32px;background:${surface};border:2px solid ${colors.ink};border-radius:12px`,
  brand: `margin:0 0 24px;font-weight:700;letter-spacing:-0.01em;color:${colors.night}`,
  heading: 'margin:0 0 16px;font-size:28px;line-height:1.1;letter-spacing:-0.02em',
  paragraph: 'margin:0 0 16px',
  steps: 'margin:0 0 16px;padding-left:24px',
  step: 'margin:0 0 8px',
  small: `margin:24px 0 0;font-size:15px;color:${muted}`,
  code: `margin:0 0 16px;padding:16px;background:${codeGround};border-radius:8px;font:600 32px/1 'Martian Mono',Menlo,Consolas,monospace;letter-spacing:6px;text-align:center`,
  button: `display:inline-block;padding:12px 20px;background:${primary};color:${onPrimary};border-radius:8px;font-weight:600;text-decoration:none`,
};

/** Renders an email as HTML without external resources. */
function renderHtml(subject: string, blocks: EmailBlock[], sender: string): string {
  const inner = blocks.map((block) => {
    if (typeof block === 'string')
      return `<p style="${styles.paragraph}">${escapeHtml(block).replaceAll('\n', '<br>')}</p>`;
    if ('heading' in block) return `<h1 style="${styles.heading}">${escapeHtml(block.heading)}</h1>`;
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
    return `<p style="${styles.paragraph}"><a href="${escapeHtml(block.link)}" style="${styles.button}">${escapeHtml(block.label)}</a></p>`;
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

/** Returns a block whose code or link is its only possible secret. */
function escapeBlock(block: EmailBlock): EmailBlock {
  if (typeof block === 'string') return escapePlaceholders(block);
  const fields = Object.entries(block).map(([field, value]: [string, string | string[]]) => {
    if (field === 'code' || field === 'link') return [field, value];
    return [field, Array.isArray(value) ? value.map(escapePlaceholders) : escapePlaceholders(value)];
  });
  return Object.fromEntries(fields);
}

/** Renders the blocks as text and as HTML. A code in the subject is filled in only if a block has one. */
export function createEmail(subject: string, event: EmailSender['event'], blocks: EmailBlock[]): Email {
  const escaped = blocks.map(escapeBlock);
  const title = blocks.some((block) => typeof block === 'object' && 'code' in block)
    ? subject
    : escapePlaceholders(subject);
  const sender = escapePlaceholders(event.name);
  return {
    subject: title,
    text: renderText(escaped, sender),
    html: renderHtml(title, escaped, sender),
  };
}

/** Returns the link to a page for people with an account: signed-out readers sign in first and then see the page. */
export function createPageLink({ config }: Pick<EmailSite, 'config'>, path: string): string {
  return new URL(path + emailHash, config.publicUrl).href;
}

/** Returns a name, or `instead` if mail programs could turn it into a link: nobody may send links in our name. */
export function toSafeName(name: string, instead: string): string {
  // Parsed as browsers do: full-width characters and dots of other scripts count, invisible characters do not.
  const read = normalizeUnicode(name, 'NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const hasLink = /:|\/|@|www[.。]|[.。][\p{L}\p{M}\p{N}_]{2,}/iu.test(read);
  return name.trim() && !hasLink ? name.trim() : instead;
}

/** Returns the first line of an email. */
export function formatGreeting(name: string): string {
  const first = toSafeName(name, '').split(/\s+/)[0];
  return first ? `Hello ${first},` : 'Hello,';
}

/**
 * Creates an email about an application: in the organizers' own words plus what has to be said, or with the program's
 * blocks.
 */
export function createOwnEmail(
  { event, name, kind }: EmailSender & { name: string; kind: EmailKind },
  { subject, blocks, always }: { subject: string; blocks: EmailBlock[]; always: EmailBlock[] },
): Email {
  const own = event.emails?.[kind];
  if (!own) return createEmail(subject, event, [...blocks, ...always]);
  const values: Record<string, string> = {
    name: toSafeName(name, '').split(/\s+/)[0] || 'there',
    event: event.name,
    dates: event.dates.label ?? '',
    place: event.place,
  };
  const fill = (text: string) =>
    text.replace(/\{(name|event|dates|place)\}/g, (_, word: string) => values[word]!);
  const paragraphs = own.text.split(/\n\s*\n/).map((paragraph) => fill(paragraph.trim()));
  return createEmail(fill(own.subject), event, [...paragraphs, ...always]);
}
