import { type CachedPage, createCachedPage } from './cached-pages.ts';
import { escapeHtml } from './escape-html.ts';
import { plainPageStyles } from './plain-page-styles.ts';

interface SharedPage {
  title: string;
  description: string;
  /** The address of its picture. */
  picture: string;
}

/** Returns what a chat shows of a link to a page, for the page's head. */
export const renderSharedPage = ({ title, description, picture }: SharedPage): string =>
  [
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(description)}">`,
    `<meta property="og:image" content="${escapeHtml(picture)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('');

interface PlainPage {
  /** The name of the site, linked to its home page. */
  site: string;
  title: string;
  /** The content as HTML. */
  main: string;
  moreStyles?: string;
  /** Whether search engines may list it. */
  isListed?: boolean;
  shared?: Omit<SharedPage, 'title'>;
}

/** Returns a page that needs neither scripts nor the app, as HTML. */
export function renderPlainPage(page: PlainPage): string {
  const { site, title, main, moreStyles = '', isListed = false, shared } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isListed ? '' : '<meta name="robots" content="noindex">\n'}<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>${escapeHtml(title)} · ${escapeHtml(site)}</title>${shared ? renderSharedPage({ title, ...shared }) : ''}
<link rel="stylesheet" href="/fonts.css">
<style>${plainPageStyles}${moreStyles}</style>
</head>
<body>
<header><a href="/">${escapeHtml(site)}</a></header>
<main>
${main}
</main>
</body>
</html>
`;
}

/** Returns a plain page for `sendCachedPage`. */
export const createPlainPage = (page: PlainPage): CachedPage =>
  createCachedPage({ type: 'text/html; charset=utf-8', body: renderPlainPage(page) });
