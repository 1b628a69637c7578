import type { User } from '../../../contract/people/users.ts';
import type { CachedPage } from '../../platform/http/cached-pages.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { createPlainPage } from '../../platform/http/plain-page.ts';
import { buttonStyles } from '../../platform/http/plain-page-styles.ts';

interface Site {
  name: string;
}

const moreStyles = `${buttonStyles}
label, input, button, img { display: block; width: 100%; max-width: 24rem; }
input { margin-top: 0.5rem; min-height: 2.75rem; padding: 0 0.75rem; border: 2px solid; border-radius: 0.5rem;
  background: none; color: inherit; font: inherit; }
h1 { font-size: 2rem; overflow-wrap: anywhere; }
form { margin: 0 0 2rem; }
@supports not (color: light-dark(red, red)) { button { border: 2px solid; } }`;

/** Returns the page for signed-out visitors, with the form that requests a code. */
export const createEmailPage = (site: Site): CachedPage =>
  createPage(
    site,
    'Your pass',
    `<p>Sign in to see your pass. This page works in any browser.</p>
<form method="post"><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required>
<button>Send me a code</button></form>`,
  );

/** Returns the page that asks for the code sent to `email`, with the reason if an earlier try was refused. */
export const createCodePage = (site: Site, email: string, problem?: string): CachedPage =>
  createPage(
    site,
    'Your pass',
    `${problem ? `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>` : `<p>We sent a code of six digits to ${escapeHtml(email)}.</p>`}
<form method="post"><input type="hidden" name="email" value="${escapeHtml(email)}">
<label for="code">Code from the email</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,10}" title="Six digits" required autofocus>
<button>Show my pass</button></form>
<p><a href="/api/auth/pass">Use another address</a></p>`,
  );

export const createPassPage = (site: Site, { name, qrCode }: Pick<User, 'name' | 'qrCode'>): CachedPage =>
  createPage(
    site,
    name || 'Your pass',
    `${
      qrCode
        ? `<p>Show this at the entrance.</p>
<img src="${qrCode}" alt="Check-in QR code">`
        : '<p>You have no pass yet. You get one with the approval of your application.</p>'
    }
<p><a href="/api/auth/logout">Log out</a></p>`,
  );

const createPage = ({ name }: Site, title: string, content: string): CachedPage =>
  createPlainPage({
    site: name,
    title,
    main: `<h1>${escapeHtml(title)}</h1>
${content}
<p><a href="/">The event</a> &nbsp; <a href="/schedule">Schedule</a></p>`,
    moreStyles,
  });
