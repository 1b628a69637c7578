import { paths } from '../../../contract/pages.ts';
import type { PageContext } from './document.tsx';

/** The web manifest, robots.txt and the sitemap. */
export function siteFiles({
  event,
  publicUrl,
  galleryPaths = [],
}: PageContext): Record<string, { type: string; body: string }> {
  const manifest = {
    name: event.name,
    short_name: event.shortName ?? event.name,
    description: event.tagline,
    start_url: '/dashboard',
    display: 'standalone',
    background_color: '#fbf6ea',
    theme_color: '#14183a',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
  const pages = [paths.home, paths.schedule, ...galleryPaths]
    .map((path) => `<url><loc>${publicUrl}${path}</loc></url>`)
    .join('');
  return {
    '/manifest.webmanifest': { type: 'application/manifest+json', body: JSON.stringify(manifest) },
    '/robots.txt': {
      type: 'text/plain; charset=utf-8',
      body: `User-agent: *\nDisallow: /api/\n${event.projects ? 'Allow: /api/pictures/\n' : ''}Sitemap: ${publicUrl}/sitemap.xml\n`,
    },
    '/sitemap.xml': {
      type: 'application/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages}</urlset>\n`,
    },
  };
}
