import type { Event } from '../../contract/event.ts';
import { styles } from '../documentation/styles.ts';
import { type CachedPage, createCachedPage } from '../http/cached-pages.ts';
import { escapeHtml } from '../mail/email-layout.ts';

/** Creates the page that whoever has reported a project sees. */
export function createReportedPage({ name }: Pick<Event, 'name'>): CachedPage {
  return createCachedPage({
    type: 'text/html; charset=utf-8',
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>Reported · ${escapeHtml(name)}</title>
<style>${styles}</style>
</head>
<body>
<header><a href="/">${escapeHtml(name)}</a></header>
<main>
<h1>Thank you. The organizers see your report.</h1>
<p><a href="/projects">All projects</a></p>
</main>
</body>
</html>
`,
  });
}
