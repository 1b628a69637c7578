import { toast } from '../ui/toast.tsx';

function reloadWith(worker: ServiceWorker): void {
  // Another tab has let it take over.
  if (worker.state !== 'installed') location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage('take-over');
}

/** Installs the service worker and, when a new version is ready, offers to reload; the page never reloads by itself. */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (!registration) return;

  const offer = (worker: ServiceWorker) =>
    toast.info('New version ready.', {
      duration: Number.POSITIVE_INFINITY,
      action: { label: 'Reload', onClick: () => reloadWith(worker) },
    });

  // Without a controller this is the first visit: there is nothing old on screen, even while the first worker waits.
  const offerUpdate = (worker: ServiceWorker) => navigator.serviceWorker.controller && offer(worker);
  if (registration.waiting) offerUpdate(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offerUpdate(worker);
    });
  });
}
