import { type Event, findTrack } from '../../../contract/event/event.ts';
import type { placeholders } from '../../../contract/event-day/announcements.ts';
import { toSafeName } from '../../platform/mail/email.ts';
import type { ReceiverFacts } from './segment.queries.ts';

type Placeholder = (typeof placeholders)[number];

/** Returns a text with the placeholders of the contract filled in for one receiver; other braces stay. */
export function fillPlaceholders(
  event: Pick<Event, 'tracks'>,
  text: string,
  { name, team, track, table }: Omit<ReceiverFacts, 'userId'>,
): string {
  const values: Record<Placeholder, string> = {
    '{name}': toSafeName(name, '').split(/\s+/)[0] || 'there',
    '{team}': team === null ? 'no team yet' : toSafeName(team, 'your team'),
    '{track}': track === null ? 'no track yet' : (findTrack(event, track)?.title ?? track),
    '{table}': table === null ? 'not numbered yet' : String(table),
  };
  return text.replace(/\{(name|team|track|table)\}/g, (word) => values[word as Placeholder]);
}
