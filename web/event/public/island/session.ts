import { getInitials } from '../../../../contract/platform/initials.ts';
import { visitorPaths } from '../../../../contract/platform/visitor-paths.ts';
import { type AuthHint, getAuthHint, storeAuthHint, wantedPageKey } from '../../../lib/auth-hint.ts';
import { getInk } from '../../../lib/ink.ts';
import {
  finishLogOut,
  goodbyeKey,
  isLogOutPending,
  logOut,
  onLogOutElsewhere,
} from '../../../lib/log-out.ts';
import { clearOfflineCache, deleteExpiredResponses } from '../../../lib/offline-cache.ts';

function show(auth: AuthHint) {
  document.documentElement.dataset.auth = auth;
}

/** Leads a judge who is signed in on this device to the scores instead of to the sign-in of participants. */
function showJudging() {
  if (!localStorage.getItem('judgeSession')) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(
    `header [data-for=out] [href="${visitorPaths.login}"]`,
  )) {
    link.href = visitorPaths.scoring;
    link.textContent = 'judging';
  }
}

/** Puts a person's initials on the round button of the header, as `Avatar` does in the app. */
function showInitials(name: string) {
  for (const avatar of document.querySelectorAll<HTMLElement>('header [data-initials]')) {
    avatar.dataset.initials = getInitials(name);
    avatar.classList.remove('bg-ink', 'text-paper');
    avatar.classList.add(...getInk(name).split(' '));
  }
}

/** Logs out as in the app, with its code, or at least clears the device where that code cannot be loaded. */
async function logOutPerson(): Promise<void> {
  const confirming = await import('../../../lib/confirm-log-out.ts').catch(() => undefined);
  return confirming ? confirming.logOutPerson() : logOut();
}

/** Says goodbye to somebody who has just deleted their account. */
function showGoodbye() {
  const goodbye = document.querySelector<HTMLElement>('[data-goodbye]');
  if (!goodbye || sessionStorage.getItem(goodbyeKey) === null) return;
  sessionStorage.removeItem(goodbyeKey);
  goodbye.hidden = false;
  goodbye.focus();
}

/** Leads a visitor who opened a page of the app back to it, by the sign-in. */
function showWantedPage() {
  const returnTo = sessionStorage.getItem(wantedPageKey);
  const notice = document.querySelector<HTMLElement>('[data-wanted-page]');
  if (!notice || returnTo === null) return;
  sessionStorage.removeItem(wantedPageKey);
  notice.querySelector('a')!.href = `${visitorPaths.login}?${new URLSearchParams({ returnTo })}`;
  notice.hidden = false;
}

/** Shows the header for the last known person, then for the present one, and prefetches the app for signed-in people. */
export async function startSession() {
  show(isLogOutPending() ? 'out' : getAuthHint());
  onLogOutElsewhere(() => show('out'));
  document.addEventListener('click', (click) => {
    const link = (click.target as Element).closest('a');
    // Somebody who registers wants the form after signing in, not the dashboard.
    if (link?.dataset.register !== undefined)
      link.href = `${visitorPaths.login}?${new URLSearchParams({ returnTo: visitorPaths.apply })}`;
    if (link?.getAttribute('href') !== visitorPaths.logout) return;
    click.preventDefault();
    void logOutPerson();
  });
  void deleteExpiredResponses();
  showJudging();
  showGoodbye();
  showWantedPage();
  if (!(await finishLogOut())) return;
  try {
    const response = await fetch('/api/auth/user');
    if (!response.ok) return;
    const { user } = (await response.json()) as { user: { role: string; name: string } | null };
    const auth = user ? (user.role === 'admin' ? 'admin' : 'user') : 'out';
    storeAuthHint(auth);
    show(auth);
    if (user) showInitials(user.name);
    if (!user) await clearOfflineCache();
    const app = document.documentElement.dataset.app;
    if (user && app) {
      const link = document.createElement('link');
      link.rel = 'prefetch';
      link.href = app;
      document.head.append(link);
    }
  } catch {
    // Without a connection the page stays as it came.
  }
}
