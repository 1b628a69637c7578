import { createProgram } from '../../../contract/event/program.ts';
import type { PageContext } from './document.tsx';

/** The event for search engines, as a data block that goes into the head of a page. */
export function formatJsonLd({ event, publicUrl }: PageContext): string {
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
    location: { '@type': 'Place', name: event.place, address: event.place },
    image: [`${publicUrl}/og.png`],
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
