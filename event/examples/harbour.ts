import { defineEvent } from '../../contract/event/event.ts';

/** A quite different event: one day in Hamburg, about the sea, for teams of three, with a pitch on one track. */
export default defineEvent({
  name: 'Harbour Day',
  tagline: 'One day of building for the sea.',
  locale: 'en-GB',
  dates: { start: '2026-06-13', end: '2026-06-13' },
  timezone: 'Europe/Berlin',
  place: 'Schuppen 52, Hamburg',
  badge: 'June 13 at Schuppen 52',
  registration: { closesAt: '2026-06-01T12:00:00+02:00', enforce: true },
  hero: {
    title: 'Twelve hours on the water’s edge.',
    lede: 'Sailors, coders and marine biologists build one thing together before the sun goes down.',
    treatment: 'none',
  },
  tracks: [
    {
      id: 'Open Water',
      slug: 'open',
      title: 'Open Water',
      summary: 'anything that floats',
      prize: 'A day on a tall ship',
    },
    {
      id: 'Tandem',
      slug: 'tandem',
      title: 'Tandem',
      summary: 'one scientist, one engineer, one designer at most',
      prize: '1,000 euros of lab time',
      maxTeamSize: 3,
    },
    {
      id: 'Ventures',
      slug: 'ventures',
      title: 'Ventures',
      summary: 'companies in the making',
      prize: 'Desk space for a year',
      requiresPitchDeck: true,
      rubric: 'startup',
    },
  ],
  rubric: {
    hacker: [
      { key: 'use', label: 'Use at sea', weight: 60, description: 'Would a crew take it aboard?' },
      { key: 'craft', label: 'Craft', weight: 40, description: 'How well is it made?' },
    ],
    startup: [
      { key: 'market', label: 'Market', weight: 50, description: 'Who pays for it?' },
      { key: 'team', label: 'Team', weight: 50, description: 'Can these people do it?' },
    ],
  },
  checkpoints: [
    { id: 'gangway', name: 'Gangway' },
    { id: 'fish-rolls', name: 'Fish rolls', shows: ['dietaryRestrictions'] },
  ],
  schedule: [
    {
      date: '2026-06-13',
      title: 'Saturday 13 June',
      items: [
        { time: '8:00', start: '08:00', title: 'gangway opens' },
        {
          time: '9-9:30',
          start: '09:00',
          end: '09:30',
          title: 'briefing',
          lines: ['- the tides', '- the rules'],
        },
        { time: '20:00', start: '20:00', title: 'prizes on deck' },
      ],
    },
  ],
  faq: [{ question: 'Do I get wet?', answer: 'Only if you want to.' }],
  sponsors: { note: 'With thanks to the harbour.', showPlaceholders: false },
  links: { contact: 'mailto:crew@harbour.example' },
});
