import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageContext } from './document.tsx';
import { Landing } from './landing.tsx';
import { SchedulePage } from './schedule-page.tsx';
import { siteFiles } from './site-files.ts';

const pages: Record<string, (context: PageContext) => ReactNode> = {
  '/': Landing,
  '/schedule': SchedulePage,
};

/** One public page as HTML; undefined for an address that is none. */
export function renderPage(path: string, context: PageContext): string | undefined {
  const Page = pages[path];
  return Page && `<!doctype html>${renderToStaticMarkup(<Page {...context} />)}`;
}

/** Every document that depends on the event alone, by address: the public pages and the files for robots and browsers. */
export function renderPublicPages(context: PageContext): Record<string, { type: string; body: string }> {
  const html = Object.keys(pages).map((path) => [
    path,
    { type: 'text/html; charset=utf-8', body: renderPage(path, context) },
  ]);
  return { ...Object.fromEntries(html), ...siteFiles(context) };
}
