import type { EventView } from '../../../contract/event/site.ts';
import { getDateFormatter } from '../../../contract/platform/date-formatter.ts';
import { foldText } from '../../../packages/text/fold-text.ts';

type Timetable = Pick<EventView, 'program' | 'timezone' | 'locale'>;
type Slot = EventView['program'][number];

// In milliseconds: people line up before a meal and still come after it.
const early = 30 * 60_000;
const late = 60 * 60_000;

const listWords = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Returns the names of a slot's weekday, in the event's language and in English. */
function listDayNames({ startsAt }: Slot, { timezone: timeZone, locale }: Timetable): string[] {
  return [locale, 'en-US'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) =>
      listWords(getDateFormatter(language, { weekday, timeZone }).format(startsAt)),
    ),
  );
}

/**
 * Returns the rows of the schedule that a checkpoint is for, by the words of its name: "Saturday lunch" is for "lunch" on
 * Saturday, "Breakfast" for "check-ins and breakfast" on every day. Most checkpoints have none.
 */
export function listCheckpointSlots(name: string, event: Timetable): Slot[] {
  const days = new Map(event.program.map((slot) => [slot, new Set(listDayNames(slot, event))]));
  const named = listWords(name);
  const isDay = (word: string) => [...days.values()].some((names) => names.has(word));
  const day = named.filter(isDay);
  const rest = named.filter((word) => !isDay(word));
  if (rest.length === 0) return [];
  return event.program.filter((slot) => {
    const title = listWords(slot.title);
    const isFor = rest.every((word) => title.includes(word)) || title.every((word) => rest.includes(word));
    return isFor && title.length > 0 && day.every((word) => days.get(slot)?.has(word));
  });
}

/** Why a checkpoint does not fit the hour: what it is for, and the checkpoint that fits, if there is one. */
interface Misfit {
  slot: Slot;
  fitting: EventView['checkpoints'][number] | undefined;
}

/** Returns how a checkpoint does not fit a moment of the event, in milliseconds; undefined when it does, as far as the schedule says. */
export function findMisfit(
  name: string,
  event: Timetable & Pick<EventView, 'checkpoints'>,
  now: number,
): Misfit | undefined {
  const { program, checkpoints } = event;
  if (!program.some(({ startsAt }) => startsAt - early <= now) || !program.some(({ endsAt }) => now < endsAt))
    return undefined;
  const isNow = ({ startsAt, endsAt }: Slot) => startsAt - early <= now && now < endsAt + late;
  const slots = listCheckpointSlots(name, event);
  const distance = ({ startsAt }: Slot) => Math.abs(startsAt - now);
  const [slot] = [...slots].sort((a, b) => distance(a) - distance(b));
  if (!slot || slots.some(isNow)) return undefined;
  const fitting = checkpoints.filter((other) => listCheckpointSlots(other.name, event).some(isNow));
  return { slot, fitting: fitting.length === 1 ? fitting[0] : undefined };
}
