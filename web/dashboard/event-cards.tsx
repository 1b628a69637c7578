import type { ComponentType } from 'react';
import type { ParticipantPhase } from '../../contract/event/participant-step.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { viewedPerson } from '../lib/viewed-person.ts';
import type { ApplicantProps } from './applicant-props.ts';

interface Moment {
  event: EventView | undefined;
  application: ApplicantProps['application'];
  phase?: ParticipantPhase | undefined;
  /** Whether the event is on. */
  isLive?: boolean;
}

const isTakingPart = ({ application, isLive }: Moment) => application.status === 'approved' && !!isLive;
const wasThere = ({ application }: Moment) => !!application.checkedInAt;

type Load = () => Promise<{ default: ComponentType<ApplicantProps> }>;
const eventCard = (part: keyof EventView, isShown: (moment: Moment) => boolean, load: Load) => ({
  part,
  isShown,
  Card: lazyPart(load),
});

/** The dashboard's cards for the optional parts of an event: at the side, and below the announcements. */
const cards = {
  side: [
    eventCard('help', isTakingPart, () => import('../event-day/help/help-card.tsx')),
    eventCard('lending', isTakingPart, () => import('../event-day/lending/lending-card.tsx')),
  ],
  below: [
    eventCard(
      'feedback',
      (moment) => wasThere(moment) && !viewedPerson,
      () => import('./feedback-card.tsx'),
    ),
  ],
};

type Place = keyof typeof cards;

/** Lists the cards of a place that somebody sees now. */
export const listEventCards = (place: Place, moment: Moment) =>
  cards[place].filter(({ part, isShown }) => moment.event?.[part] && isShown(moment));

export function EventCards({ place, user, ...moment }: Moment & { user: User; place: Place }) {
  const { event, application } = moment;
  if (!event) return null;
  return listEventCards(place, moment).map(({ part, Card }) => (
    <Card key={part} user={user} event={event} application={application} />
  ));
}
