import type { Event } from '../../../contract/event/event.ts';
import type { CachedPage } from '../../platform/http/cached-pages.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { createPlainPage } from '../../platform/http/plain-page.ts';
import { buttonStyles } from '../../platform/http/plain-page-styles.ts';

const moreStyles = `${buttonStyles}
  .text { white-space: pre-line; }`;

/** Creates the pages behind a guardian's link: the question, the thanks, and one for a link that is not valid. They name nobody. */
export function createGuardianPages(event: Pick<Event, 'name' | 'dates' | 'place' | 'agreements'>) {
  const { name, dates, place } = event;
  const agreements = event.agreements.map(
    ({ title, text, links }) => `<h2>${escapeHtml(title)}</h2>
<p class="text">${escapeHtml(text)}</p>
${links.map(({ label, url }) => `<p><a href="${escapeHtml(url)}" rel="noopener">${escapeHtml(label)}</a></p>`).join('\n')}`,
  );
  const where = escapeHtml(`${name}, ${dates.label} at ${place}`);
  return {
    question: createPage(
      name,
      'Do you agree?',
      `<p>The person whom our email names has applied to ${where}, and named you as parent or guardian. They are too young to decide this alone.</p>
${agreements.length > 0 ? `<p>This is what they were asked to agree to:</p>\n${agreements.join('\n')}` : ''}
<form method="post"><button>Yes, they may take part</button></form>
<p>You do not agree? Then close this page: without your yes the organizers know that it is missing.</p>`,
    ),
    confirmed: createPage(
      name,
      'Thank you.',
      '<p>The organizers know that you agree. You changed your mind? Please write to them.</p>',
    ),
    unknown: createPage(
      name,
      'This link is not valid any more.',
      '<p>Open the newest email that you have from us, or ask the organizers to send you another one.</p>',
    ),
  };
}

function createPage(name: string, title: string, content: string): CachedPage {
  return createPlainPage({ site: name, title, main: `<h1>${title}</h1>\n${content}`, moreStyles });
}
