import type { Event } from '../../../contract/event/event.ts';

/** Returns the invariants of limited places, beyond which organizers can still admit walk-ins and offer places with a reason; each statement selects ids that break one. */
export function placeChecks({ capacity }: Pick<Event, 'capacity'>): Record<string, string> {
  if (capacity === undefined) return {};
  return {
    [`offers and answers of yes are at most the event’s ${capacity} places`]: `select a.id
        from applications a left join places p on p.application_id = a.id
        where a.status = 'approved' and not a.attendance_declined and p.lapsed_at is null
          and p.beyond_capacity is not true and not exists (select from walk_ins i where i.user_id = a.user_id)
        order by a.reviewed_at, a.id offset ${capacity}`,
    'nobody waits for a place who has one': `select a.id
        from waitlist w join applications a on a.id = w.application_id
        left join places p on p.application_id = a.id
        where a.status = 'rejected' or a.status = 'approved' and p.lapsed_at is null`,
  };
}
