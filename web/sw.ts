/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { appPaths, paths, publicPaths } from '../contract/platform/pages.ts';
import { showNotifications } from './sw-notifications.ts';

declare const self: ServiceWorkerGlobalScope;

// The app with all of its parts, the QR reader included: check-in and the pass work without a network.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Only the app's own pages fall back to the shell. Everything under /api is the server's, sign-in and passes included.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/app.html'), {
    allowlist: [...appPaths.map((path) => new RegExp(`^${path}/?$`)), new RegExp(`^${paths.join}/`)],
  }),
);

// The public pages as last seen, with their assets; hashed files never change. Those never seen lead to sign-in,
// and people who are signed in from there to their dashboard.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && publicPaths.includes(url.pathname),
  new NetworkFirst({
    cacheName: 'public-pages',
    networkTimeoutSeconds: 4,
    plugins: [{ handlerDidError: async () => Response.redirect(paths.signIn) }],
  }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/.+\.(svg|avif|jpg|webp|woff2|js)$/.test(url.pathname),
  new CacheFirst({ cacheName: 'assets' }),
);

// The schedule too, for people who have never opened it.
async function cacheSchedule(): Promise<void> {
  const page = await fetch(paths.schedule);
  if (!page.ok) return;
  const html = await page.clone().text();
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset);
  await (await caches.open('assets')).addAll([...new Set(assets)]);
  await (await caches.open('public-pages')).put(paths.schedule, page);
}
self.addEventListener('install', (install) =>
  // Without it the app still works.
  install.waitUntil(cacheSchedule().catch(() => undefined)),
);

self.addEventListener('message', (message) => {
  if (message.data === 'take-over') void self.skipWaiting();
});

showNotifications(self);
