import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useRoutes } from 'react-router';
import { paths } from '../contract/platform/pages.ts';
import { ErrorBoundary } from './layout/page-error.tsx';
import { queryClient } from './lib/call.ts';
import { closePopoversOnTap } from './lib/close-popovers.ts';
import { eventQuery } from './lib/event.api.ts';
import { watchInstallPrompt } from './lib/install.ts';
import { onLogOutElsewhere } from './lib/log-out.ts';
import { deleteExpiredResponses } from './lib/offline-cache.ts';
import { registerServiceWorker } from './lib/service-worker.ts';
import { sessionQuery } from './lib/session.api.ts';
import { getStoredTheme, showTheme } from './lib/theme.ts';
import { preloadPage, routes } from './routes.tsx';

showTheme(getStoredTheme());
watchInstallPrompt();
closePopoversOnTap();
void deleteExpiredResponses();
// Only where somebody is signed in: the pages of judges have a session of their own.
onLogOutElsewhere(() => {
  if (queryClient.getQueryData(sessionQuery.queryKey)) location.replace(paths.home);
});
// A page restored from the browser's history may belong to somebody who has logged out since.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void queryClient.invalidateQueries(sessionQuery);
});
// Asked for before the first render, so that no page waits for its code and then for these.
void queryClient.prefetchQuery(sessionQuery);
void queryClient.prefetchQuery(eventQuery);

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');
const app = createRoot(root);
const render = (content: ReactNode) => app.render(<StrictMode>{content}</StrictMode>);
const Pages = () => useRoutes(routes);

// Until then the page shows what `app.html` has. A page that cannot be loaded says so itself.
void preloadPage(location.pathname)
  .catch(() => undefined)
  .then(() =>
    render(
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <ErrorBoundary at="">
            <Pages />
          </ErrorBoundary>
        </BrowserRouter>
      </QueryClientProvider>,
    ),
  );

// Once what the page shows first has had the network to itself.
if (import.meta.env.PROD) setTimeout(() => void registerServiceWorker(), 2000);
