import type { Application } from '../../contract/apply/applications.ts';
import { formatDateTime } from '../../contract/platform/format.ts';
import { useEvent } from '../lib/event.api.ts';

/** What an applicant should know about a limited place that they have not taken. */
export default function PlaceNote({ place }: { place: NonNullable<Application['place']> }) {
  const event = useEvent();
  if (place.state === 'waiting')
    return `Every place is taken at the moment. ${place.position ? `You are number ${place.position} on the waitlist, and get` : 'You get'} an email as soon as one is free for you.`;
  if (place.state === 'lapsed')
    return 'Your place is no longer held, because your answer did not come in time. Confirm now; you’ll get a place if one is free.';
  if (place.state === 'declined')
    return 'Thank you for telling us. Your place goes to somebody else. If you can come after all, confirm now; you’ll get a place if one is free.';
  return place.until
    ? `Your place is held until ${formatDateTime(place.until, event)}. After that it goes to somebody else.`
    : 'Your place is held for you. Please say whether you take it.';
}
