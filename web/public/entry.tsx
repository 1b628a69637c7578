import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageContext } from './document.tsx';
import { Landing } from './landing.tsx';
import { SchedulePage } from './schedule-page.tsx';

const pages: Record<string, (context: PageContext) => ReactNode> = {
  '/': Landing,
  '/schedule': SchedulePage,
};

/** The addresses of the pages that `render` knows. */
export const publicPaths = Object.keys(pages);

/** A public page as HTML. `auth` and `theme` are what the visitor's cookies of these names say. Throws for an unknown path. */
export function render(
  path: string,
  context: Omit<PageContext, 'auth' | 'theme'> & Partial<PageContext>,
): string {
  const Page = pages[path];
  if (!Page) throw new Error(`${path} is not a public page`);
  return `<!doctype html>${renderToStaticMarkup(<Page auth="out" theme="system" {...context} />)}`;
}
