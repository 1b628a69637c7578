import type { EventConfig } from '../contract/event/event.ts';

/** The two days, in the event's time zone. Lines that begin with '-' are shown as sub-items. */
export const schedule: EventConfig['schedule'] = [
  {
    date: '2025-09-20',
    title: 'Saturday 20 Sept 2025',
    items: [
      { time: '8:30-10:00', start: '08:30', end: '10:00', title: 'check-ins and breakfast' },
      {
        time: '10:00-11:00',
        start: '10:00',
        end: '11:00',
        title: 'opening ceremony',
        lines: ['- welcome', '- rules', '- track intros'],
      },
      { time: '11:00-11:30', start: '11:00', end: '11:30', title: 'team formation bingo' },
      { time: '11:30-1:00', start: '11:30', end: '13:00', title: 'hacking begins' },
      { time: '1-2', start: '13:00', end: '14:00', title: 'lunch' },
      {
        time: '2-7',
        start: '14:00',
        end: '19:00',
        title: 'hacking continues',
        lines: ['optional team activities'],
      },
      { time: '7-8', start: '19:00', end: '20:00', title: 'dinner' },
      { time: '8:00-8:30', start: '20:00', end: '20:30', title: 'drink raffle' },
      { time: '9-10', start: '21:00', end: '22:00', title: 'karaoke and ice cream truck' },
      { time: '10 PM-8 AM', start: '22:00', end: '08:00', title: 'venue open overnight' },
    ],
  },
  {
    date: '2025-09-21',
    title: 'Sunday 21 Sept',
    items: [
      { time: '9-10', start: '09:00', end: '10:00', title: 'breakfast' },
      { time: '12:00', start: '12:00', title: 'submission deadline' },
      { time: '12-1', start: '12:00', end: '13:00', title: 'lunch' },
      { time: '1:00-1:30', start: '13:00', end: '13:30', title: 'demo table setup' },
      {
        time: '1:30-3:30',
        start: '13:30',
        end: '15:30',
        title: 'presentations and judging',
        lines: ['- demos', '- Q&A'],
      },
      { time: '4-5', start: '16:00', end: '17:00', title: 'final judging and awards ceremony' },
    ],
  },
];
