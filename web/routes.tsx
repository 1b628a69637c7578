import { matchRoutes, type RouteObject } from 'react-router';
import { paths } from '../contract/platform/pages.ts';
import { AppShell } from './layout/app-shell.tsx';
import { leaveTo } from './layout/leave-to.tsx';
import { PageOutlet } from './layout/page-error.tsx';
import { RequireRole, RequireUser } from './layout/session-guard.tsx';
import { lazyPage, preload } from './lib/lazy-page.tsx';

/**
 * Every page of the app, each in a file of its own that loads when it is visited. The addresses are in `contract/platform/pages.ts`,
 * because the server reads them too.
 */
export const routes: RouteObject[] = [
  // Nothing but the show; what it shows is stored on the organizer's device.
  { path: paths.showScreen, Component: lazyPage(() => import('./judging/show/screen-page.tsx')) },
  {
    Component: AppShell,
    children: [
      {
        Component: PageOutlet,
        children: [
          {
            Component: RequireUser,
            children: [
              { path: paths.dashboard, Component: lazyPage(() => import('./layout/dashboard-route.tsx')) },
              { path: paths.apply, Component: lazyPage(() => import('./apply/apply-page.tsx')) },
              { path: paths.account, Component: lazyPage(() => import('./people/account/account-page.tsx')) },
              {
                path: paths.project,
                Component: lazyPage(() => import('./projects/project/project-page.tsx')),
              },
              { path: paths.help, Component: lazyPage(() => import('./event-day/help/help-page.tsx')) },
              {
                Component: RequireRole,
                children: [
                  {
                    path: paths.lending,
                    Component: lazyPage(() => import('./event-day/lending/lending-page.tsx')),
                  },
                  {
                    path: paths.checkIn,
                    Component: lazyPage(() => import('./event-day/check-in/check-in-page.tsx')),
                  },
                  {
                    path: paths.staff,
                    Component: lazyPage(() => import('./people/staff/staff-page.tsx')),
                  },
                  {
                    path: paths.checkInOverview,
                    Component: lazyPage(
                      () => import('./event-day/check-in-overview/check-in-overview-page.tsx'),
                    ),
                  },
                  {
                    path: paths.projectsOverview,
                    Component: lazyPage(
                      () => import('./projects/projects-overview/projects-overview-page.tsx'),
                    ),
                  },
                  {
                    path: paths.announcements,
                    Component: lazyPage(() => import('./event-day/announcements/announcements-page.tsx')),
                  },
                  {
                    path: paths.afterEvent,
                    Component: lazyPage(() => import('./after/after-event/after-event-page.tsx')),
                  },
                  {
                    path: paths.volunteers,
                    Component: lazyPage(() => import('./people/volunteers/volunteers-page.tsx')),
                  },
                  {
                    path: paths.settings,
                    Component: lazyPage(() => import('./event/settings/settings-page.tsx')),
                  },
                  {
                    path: paths.judging,
                    Component: lazyPage(() => import('./judging/judging-admin-page.tsx')),
                  },
                  {
                    path: paths.publish,
                    Component: lazyPage(() => import('./judging/publish/publish-page.tsx')),
                  },
                  {
                    path: paths.show,
                    Component: lazyPage(() => import('./judging/show/show-page.tsx')),
                  },
                  {
                    path: paths.badges,
                    Component: lazyPage(() => import('./event-day/badges/badges-page.tsx')),
                  },
                  {
                    path: paths.organizerHome,
                    Component: lazyPage(() => import('./operations/home/home-page.tsx')),
                  },
                  {
                    path: paths.log,
                    Component: lazyPage(() => import('./operations/log/log-page.tsx')),
                  },
                  {
                    path: paths.waitlist,
                    Component: lazyPage(() => import('./apply/applications/places/waitlist-page.tsx')),
                  },
                ],
              },
            ],
          },
          { path: paths.judge, Component: lazyPage(() => import('./judging/judge/login-page.tsx')) },
          { path: paths.judgeLogin, Component: lazyPage(() => import('./judging/judge/login-page.tsx')) },
          {
            path: paths.trackSelect,
            Component: lazyPage(() => import('./judging/judge/track-select-page.tsx')),
          },
          { path: paths.scoring, Component: lazyPage(() => import('./judging/judge/scoring-page.tsx')) },
          {
            path: paths.scoreReview,
            Component: lazyPage(() => import('./judging/score-review/score-review-page.tsx')),
          },
          { path: `${paths.join}/:code?`, Component: lazyPage(() => import('./teams/join/join-page.tsx')) },
          { path: paths.resumes, Component: lazyPage(() => import('./after/resumes/resumes-page.tsx')) },
          { path: paths.shift, Component: lazyPage(() => import('./people/shift/shift-page.tsx')) },
          { path: paths.signIn, Component: lazyPage(() => import('./people/sign-in/sign-in-page.tsx')) },

          // The server renders these two; a link inside the app leaves it.
          { path: paths.home, Component: leaveTo(paths.home) },
          { path: paths.schedule, Component: leaveTo(paths.schedule) },
          { path: '*', Component: lazyPage(() => import('./layout/not-found.tsx')) },
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
