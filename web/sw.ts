/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope;

// The shell with all of its parts, the QR reader included: the door and the pass work without a network.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

const appPages =
  /^\/(dashboard|apply|check-in|badges|door|volunteers|sign-in|judge|login|track-select|scoring|score-review|judging)\/?$/;

// Only the app's own pages fall back to the shell. Everything under /api is the server's, sign-in and passes included.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/app.html'), { allowlist: [appPages] }));

// The public pages as they were last seen, with what belongs to them; hashed files never change.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && (url.pathname === '/' || url.pathname === '/schedule'),
  new NetworkFirst({ cacheName: 'public-pages', networkTimeoutSeconds: 4 }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/.+\.(svg|avif|jpg|webp|woff2|js)$/.test(url.pathname),
  new CacheFirst({ cacheName: 'assets' }),
);

self.addEventListener('message', (message) => {
  if (message.data === 'take-over') void self.skipWaiting();
});
