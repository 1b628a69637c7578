import { matchRoutes, type RouteObject } from 'react-router';
import { paths, publicPaths } from '../contract/platform/pages.ts';
import { AppShell } from './layout/app-shell.tsx';
import { leaveTo } from './layout/leave-to.tsx';
import { PageOutlet } from './layout/page-error.tsx';
import { PartOutlet, RequireRole, RequireUser } from './layout/session-guard.tsx';
import { lazyPage, preload } from './lib/lazy-page.tsx';

const page = (path: string, load: Parameters<typeof lazyPage>[0]): RouteObject => ({
  path,
  Component: lazyPage(load),
});

/**
 * Every page of the app, each in a file of its own that loads when it is visited. The addresses are in `contract/platform/pages.ts`,
 * because the server reads them too.
 */
export const routes: RouteObject[] = [
  // Nothing but the show; what it shows is stored on the organizer's device.
  page(paths.showScreen, () => import('./judging/show/screen-page.tsx')),
  {
    Component: AppShell,
    children: [
      {
        Component: PageOutlet,
        children: [
          {
            Component: RequireUser,
            children: [
              page(paths.dashboard, () => import('./layout/dashboard-route.tsx')),
              page(paths.apply, () => import('./apply/apply-page.tsx')),
              page(paths.account, () => import('./people/account/account-page.tsx')),
              page(paths.project, () => import('./projects/project/project-page.tsx')),
              {
                Component: PartOutlet,
                children: [page(paths.help, () => import('./event-day/help/help-page.tsx'))],
              },
              {
                Component: RequireRole,
                children: [
                  page(paths.lending, () => import('./event-day/lending/lending-page.tsx')),
                  page(paths.checkIn, () => import('./event-day/check-in/check-in-page.tsx')),
                  page(paths.staff, () => import('./people/staff/staff-page.tsx')),
                  page(
                    paths.checkInOverview,
                    () => import('./event-day/check-in-overview/check-in-overview-page.tsx'),
                  ),
                  page(
                    paths.projectsOverview,
                    () => import('./projects/projects-overview/projects-overview-page.tsx'),
                  ),
                  page(paths.announcements, () => import('./event-day/announcements/announcements-page.tsx')),
                  page(paths.afterEvent, () => import('./after/after-event/after-event-page.tsx')),
                  page(paths.volunteers, () => import('./people/volunteers/volunteers-page.tsx')),
                  page(paths.settings, () => import('./event/settings/settings-page.tsx')),
                  page(paths.judging, () => import('./judging/judging-admin-page.tsx')),
                  page(paths.publish, () => import('./judging/publish/publish-page.tsx')),
                  page(paths.show, () => import('./judging/show/show-page.tsx')),
                  page(paths.badges, () => import('./event-day/badges/badges-page.tsx')),
                  page(paths.organizerHome, () => import('./operations/home/home-page.tsx')),
                  page(paths.log, () => import('./operations/log/log-page.tsx')),
                  page(paths.waitlist, () => import('./apply/applications/places/waitlist-page.tsx')),
                ],
              },
            ],
          },
          page(paths.judge, () => import('./judging/judge/login-page.tsx')),
          page(paths.judgeLogin, () => import('./judging/judge/login-page.tsx')),
          page(paths.trackSelect, () => import('./judging/judge/track-select-page.tsx')),
          page(paths.scoring, () => import('./judging/judge/scoring-page.tsx')),
          page(paths.scoreReview, () => import('./judging/score-review/score-review-page.tsx')),
          page(`${paths.join}/:code?`, () => import('./teams/join/join-page.tsx')),
          page(paths.resumes, () => import('./after/resumes/resumes-page.tsx')),
          page(paths.shift, () => import('./people/shift/shift-page.tsx')),
          page(paths.signIn, () => import('./people/sign-in/sign-in-page.tsx')),

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
