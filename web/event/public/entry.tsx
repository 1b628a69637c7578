import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { walkInPaths } from '../../../contract/pages.ts';
import type { GalleryContent } from '../../../contract/projects/gallery.ts';
import type { PageContext } from './document.tsx';
import { GalleryPage } from './gallery.tsx';
import { formatJsonLd } from './json-ld.ts';
import { Landing } from './landing.tsx';
import { SchedulePage } from './schedule-page.tsx';
import { siteFiles } from './site-files.ts';
import { WalkInPage, WalkInPosterPage } from './walk-in.tsx';

const pages: Record<string, (context: PageContext) => ReactNode> = {
  '/': Landing,
  '/schedule': SchedulePage,
};

const walkInPages: typeof pages = {
  [walkInPaths.form]: WalkInPage,
  [walkInPaths.poster]: WalkInPosterPage,
};

const html = 'text/html; charset=utf-8';
const toDocument = (page: ReactNode, head = '') =>
  `<!doctype html>${renderToStaticMarkup(page).replace('</head>', `${head}</head>`)}`;

/** Every document that depends on the event alone, by address: the public pages and the files for robots and browsers. */
export function renderPublicPages(context: PageContext): Record<string, { type: string; body: string }> {
  const all = { ...pages, ...(context.event.walkIns && walkInPages) };
  const documents = Object.entries(all).map(([path, Page]) => [
    path,
    { type: html, body: toDocument(<Page {...context} />, formatJsonLd(context)) },
  ]);
  return { ...Object.fromEntries(documents), ...siteFiles(context) };
}

/** A page of the gallery, whose content changes while the site runs. */
export function renderGalleryPage(
  context: PageContext,
  content: GalleryContent,
): { type: string; body: string } {
  return { type: html, body: toDocument(<GalleryPage {...context} content={content} />) };
}
