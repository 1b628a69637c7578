import type { Event } from '../../../contract/event/event.ts';
import type { CachedPage } from '../../platform/http/cached-pages.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { createPlainPage } from '../../platform/http/plain-page.ts';
import { buttonStyles } from '../../platform/http/plain-page-styles.ts';

const moreStyles = `${buttonStyles}
  button[value=no] { background: none; color: inherit; }
  .text { white-space: pre-line; }`;

/** Creates the page that asks a guardian, with what the applicant agreed to. It names nobody. */
export function createQuestionPage(
  { name, dates, place }: Pick<Event, 'name' | 'dates' | 'place'>,
  agreed: Event['agreements'],
): CachedPage {
  const agreements = agreed.map(
    ({ title, text, links }) => `<h2>${escapeHtml(title)}</h2>
<p class="text">${escapeHtml(text)}</p>
${links.map(({ label, url }) => `<p><a href="${escapeHtml(url)}" rel="noopener">${escapeHtml(label)}</a></p>`).join('\n')}`,
  );
  const where = escapeHtml(`${name}, ${dates.label} at ${place}`);
  return createPage(
    name,
    'Do you agree?',
    `<p>The person whom our email names has applied to ${where}, and named you as parent or guardian. They are too young to decide this alone.</p>
${agreements.length > 0 ? `<p>This is what they agreed to:</p>\n${agreements.join('\n')}` : ''}
<form method="post"><button name="answer" value="yes">Yes, they may take part</button> <button name="answer" value="no">No, they may not</button></form>
<p>Without your yes they cannot take part. We tell them and the organizers what you answer.</p>`,
  );
}

/** Creates the pages behind a guardian's link for each answer, and for an invalid link. They name nobody. */
export function createGuardianPages({ name }: Pick<Event, 'name'>) {
  return {
    confirmed: createPage(
      name,
      'Thank you.',
      '<p>The organizers know that you agree. You changed your mind? Please write to them.</p>',
    ),
    declined: createPage(
      name,
      'You said no.',
      '<p>They cannot take part. We have told them and the organizers, and nobody asks you again unless the organizers do. You changed your mind? Please write to the organizers: they can send you the question again.</p>',
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
