import { listWaiting } from '../places/waitlist.service.ts';
import type { Services } from '../services.ts';
import type { SignedInUser } from '../sessions/sessions.service.ts';
import { toPseudonym } from './applications.views.ts';
import { selectWaitingPeople } from './waitlist.queries.ts';

/** Lists who waits for a place, the next one first. Throws `not_found` when places are not limited. */
export async function listWaitlist({ db, event }: Services, actor: SignedInUser) {
  const { order, waiting } = await listWaiting(db, event);
  const rows = await selectWaitingPeople(
    db,
    waiting.map(({ id }) => id),
    actor.id,
  );
  const people = new Map(rows.map((row) => [row.id, row]));
  return {
    order,
    people: waiting.flatMap(({ id, since }) => {
      const person = people.get(id);
      if (!person) return [];
      const { hidden } = person;
      return {
        _id: id,
        name: hidden ? toPseudonym(id) : person.name,
        since: since.toISOString(),
        rating: hidden ? null : person.rating,
      };
    }),
  };
}
