import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createProgram } from '../../../contract/event/program.ts';
import { colors } from '../../../contract/platform/colors.ts';
import { publicPaths, walkInPaths } from '../../../contract/platform/pages.ts';
import type { GalleryContent } from '../../../contract/projects/gallery.ts';
import type { PageContext } from './document.tsx';
import { GalleryPage } from './gallery.tsx';
import { Landing } from './landing.tsx';
import { SchedulePage } from './schedule-page.tsx';
import { WalkInPage, WalkInPosterPage } from './walk-in.tsx';

/** The web manifest, robots.txt and the sitemap. */
function siteFiles({
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
    background_color: colors.paper,
    theme_color: colors.ink,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
  const pages = [...publicPaths, ...galleryPaths]
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

/** The event for search engines, as a data block that goes into the head of a page. */
function formatJsonLd({ event, publicUrl, previewPicture }: PageContext): string {
  const slots = createProgram(event).flatMap((day) => day.slots);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description: event.tagline,
    startDate: new Date(slots[0]?.startsAt ?? event.dates.start).toISOString(),
    endDate: new Date(slots.at(-1)?.endsAt ?? event.dates.end).toISOString(),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: event.place, address: event.address ?? event.place },
    image: [publicUrl + previewPicture],
    url: `${publicUrl}/`,
    organizer: { '@type': 'Organization', name: event.shortName ?? event.name, url: `${publicUrl}/` },
    offers: {
      '@type': 'Offer',
      price: 0,
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: `${publicUrl}/`,
      validThrough: event.registration.closesAt,
    },
  };
  // A "<" could end the block early.
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

const pages: Record<string, (context: PageContext) => ReactNode> = {
  '/': Landing,
  '/schedule': SchedulePage,
};

const walkInPages: typeof pages = {
  [walkInPaths.form]: WalkInPage,
  [walkInPaths.poster]: WalkInPosterPage,
};

const html = 'text/html; charset=utf-8';
const toDocument = (page: ReactNode, head = '') =>
  `<!doctype html>${renderToStaticMarkup(page).replace('</head>', `${head}</head>`)}`;

/** Every document that depends on the event alone, by address: the public pages and the files for robots and browsers. */
export function renderPublicPages(context: PageContext): Record<string, { type: string; body: string }> {
  const all = { ...pages, ...(context.event.walkIns && walkInPages) };
  const documents = Object.entries(all).map(([path, Page]) => [
    path,
    { type: html, body: toDocument(<Page {...context} />, formatJsonLd(context)) },
  ]);
  return { ...Object.fromEntries(documents), ...siteFiles(context) };
}

/** A page of the gallery, whose content changes while the site runs. */
export function renderGalleryPage(
  context: PageContext,
  content: GalleryContent,
): { type: string; body: string } {
  return { type: html, body: toDocument(<GalleryPage {...context} content={content} />) };
}
