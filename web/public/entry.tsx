import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageContext } from './document.tsx';
import { formatJsonLd } from './json-ld.ts';
import { Landing } from './landing.tsx';
import { SchedulePage } from './schedule-page.tsx';
import { siteFiles } from './site-files.ts';

const pages: Record<string, (context: PageContext) => ReactNode> = {
  '/': Landing,
  '/schedule': SchedulePage,
};

/** Every document that depends on the event alone, by address: the public pages and the files for robots and browsers. */
export function renderPublicPages(context: PageContext): Record<string, { type: string; body: string }> {
  const html = Object.entries(pages).map(([path, Page]) => {
    const markup = renderToStaticMarkup(<Page {...context} />).replace(
      '</head>',
      `${formatJsonLd(context)}</head>`,
    );
    return [path, { type: 'text/html; charset=utf-8', body: `<!doctype html>${markup}` }];
  });
  return { ...Object.fromEntries(html), ...siteFiles(context) };
}
