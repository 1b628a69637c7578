import { paths } from '../../../contract/pages.ts';
import { type AuthHint, getAuthHint, storeAuthHint } from '../../lib/auth-hint.ts';

function show(auth: AuthHint) {
  document.documentElement.dataset.auth = auth;
}

/** Shows the header of who was here last, then of who is here, and fetches the app ahead for who will open it. */
export async function startSession() {
  show(getAuthHint());
  document.addEventListener('click', (click) => {
    const link = (click.target as Element).closest('a');
    if (link?.getAttribute('href') !== paths.logout) return;
    storeAuthHint('out');
    localStorage.removeItem('session:user');
  });
  try {
    const response = await fetch('/api/auth/user');
    if (!response.ok) return;
    const { user } = (await response.json()) as { user: { role: string } | null };
    const auth = user ? (user.role === 'admin' ? 'admin' : 'user') : 'out';
    storeAuthHint(auth);
    show(auth);
    const app = document.documentElement.dataset.app;
    if (user && app) {
      const ahead = document.createElement('link');
      ahead.rel = 'prefetch';
      ahead.href = app;
      document.head.append(ahead);
    }
  } catch {
    // Without a connection the page stays as it came.
  }
}
