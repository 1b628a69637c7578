import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { appPaths, paths, publicPaths, sidebarPages } from '../contract/platform/pages.ts';
import { AppShell } from './layout/app-shell.tsx';
import { leaveTo } from './layout/leave-to.tsx';
import { PageOutlet } from './layout/page-error.tsx';
import { PartOutlet, RequireRole, RequireUser } from './layout/session-guard.tsx';
import { lazyPage, preload } from './lib/lazy-page.tsx';

const files = import.meta.glob<{ Component: ComponentType }>([
  './*/**/*-page.tsx',
  '!./{event/public,lib}/**',
]);

/** Loads the page whose file is named by its address: that of `/help` is `help-page.tsx`. */
function loadByName(path: string): Parameters<typeof lazyPage>[0] {
  const [, load] = Object.entries(files).find(([file]) => file.endsWith(`${path}-page.tsx`)) ?? [];
  return load ?? (() => Promise.reject(new Error(`No file has the page ${path}`)));
}

const page = (path: string, load = loadByName(path)): RouteObject => ({ path, Component: lazyPage(load) });

/**
 * The pages of the sidebar that have an address of their own, for everybody or for their role, without the one that reviewers
 * open without an account.
 */
const listRailPages = (forEverybody: boolean) =>
  Object.entries(sidebarPages)
    .filter(([path]) => appPaths.includes(path) && path !== paths.scoreReview)
    .filter(([, { isForEverybody = false }]) => isForEverybody === forEverybody)
    .map(([path]) => page(path));

/**
 * Every page of the app, each in a file of its own that loads when it is visited. The addresses are in `contract/platform/pages.ts`,
 * because the server reads them too.
 */
export const routes: RouteObject[] = [
  // Nothing but the show; what it shows is stored on the organizer's device.
  page(paths.showScreen),
  {
    Component: AppShell,
    children: [
      {
        Component: PageOutlet,
        children: [
          {
            Component: RequireUser,
            children: [
              page(paths.apply),
              page(paths.account),
              page(paths.project),
              { Component: PartOutlet, children: listRailPages(true) },
              { Component: RequireRole, children: listRailPages(false) },
            ],
          },
          page(paths.judge, loadByName(paths.judgeLogin)),
          page(paths.judgeLogin),
          page(paths.trackSelect),
          page(paths.scoring),
          page(paths.scoreReview),
          page(`${paths.join}/:code?`, loadByName(paths.join)),
          page(paths.resumes),
          page(paths.shift),
          page(paths.signIn),

          // The server renders these two; a link inside the app leaves it.
          ...publicPaths.map((path) => ({ path, Component: leaveTo(path) })),
          page('*', () => import('./layout/not-found.tsx')),
        ],
      },
    ],
  },
];

/** Loads the code of the page at an address, so that it renders without a fallback. */
export async function preloadPage(pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.all(matches.map(({ route }) => route.Component && preload(route.Component)));
}
