import { Outlet, type RouteObject, redirectDocument } from 'react-router';
import { paths } from '../contract/pages.ts';
import { AppShell } from './layout/app-shell.tsx';
import { LoadingScreen } from './layout/loading-screen.tsx';
import { PageError } from './layout/page-error.tsx';
import { RequireAdmin, RequireCheckInRole, RequireUser } from './layout/session-guard.tsx';

/**
 * Every page of the app, each in a file of its own that loads when it is visited. The addresses are in `contract/pages.ts`,
 * because the server reads them too.
 */
export const routes: RouteObject[] = [
  {
    Component: AppShell,
    HydrateFallback: LoadingScreen,
    children: [
      {
        Component: Outlet,
        ErrorBoundary: PageError,
        children: [
          {
            Component: RequireUser,
            children: [
              { path: paths.dashboard, lazy: () => import('./layout/dashboard-route.tsx') },
              { path: paths.apply, lazy: () => import('./apply/apply-page.tsx') },
              { path: paths.account, lazy: () => import('./account/account-page.tsx') },
              { path: paths.project, lazy: () => import('./project/project-page.tsx') },
              {
                Component: RequireCheckInRole,
                children: [{ path: paths.checkIn, lazy: () => import('./check-in/check-in-page.tsx') }],
              },
              {
                Component: RequireAdmin,
                children: [
                  {
                    path: paths.checkInOverview,
                    lazy: () => import('./check-in-overview/check-in-overview-page.tsx'),
                  },
                  {
                    path: paths.projectsOverview,
                    lazy: () => import('./projects-overview/projects-overview-page.tsx'),
                  },
                  {
                    path: paths.announcements,
                    lazy: () => import('./announcements/announcements-page.tsx'),
                  },
                  { path: paths.afterEvent, lazy: () => import('./after-event/after-event-page.tsx') },
                  { path: paths.volunteers, lazy: () => import('./volunteers/volunteers-page.tsx') },
                  { path: paths.judging, lazy: () => import('./judging-admin/judging-admin-page.tsx') },
                ],
              },
            ],
          },
          { path: paths.judge, lazy: () => import('./judge/login-page.tsx') },
          { path: paths.judgeLogin, lazy: () => import('./judge/login-page.tsx') },
          { path: paths.trackSelect, lazy: () => import('./judge/track-select-page.tsx') },
          { path: paths.scoring, lazy: () => import('./judge/scoring-page.tsx') },
          { path: paths.scoreReview, lazy: () => import('./score-review/score-review-page.tsx') },
          { path: `${paths.join}/:code?`, lazy: () => import('./join/join-page.tsx') },
          { path: paths.resumes, lazy: () => import('./resumes/resumes-page.tsx') },
          { path: paths.signIn, lazy: () => import('./sign-in/sign-in-page.tsx') },

          // The server renders these two; a link inside the app leaves it.
          { path: paths.home, loader: () => redirectDocument(paths.home) },
          { path: paths.schedule, loader: () => redirectDocument(paths.schedule) },
          { path: '*', lazy: () => import('./layout/not-found.tsx') },
        ],
      },
    ],
  },
  // A page to print has nothing around it.
  {
    Component: RequireUser,
    HydrateFallback: LoadingScreen,
    ErrorBoundary: PageError,
    children: [
      {
        Component: RequireAdmin,
        children: [{ path: paths.badges, lazy: () => import('./badges/badges-page.tsx') }],
      },
    ],
  },
];
