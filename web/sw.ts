/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

// The shell with all of its parts, the QR reader included: the door and the pass work without a network.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

const appPages = /^\/(dashboard|apply|check-in|sign-in|judge|login|track-select|scoring|score-review)\/?$/;

// Only the app's own pages fall back to the shell. Everything under /api is the server's, sign-in and passes included.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/app.html'), { allowlist: [appPages] }));

self.addEventListener('message', (message) => {
  if (message.data === 'take-over') void self.skipWaiting();
});
