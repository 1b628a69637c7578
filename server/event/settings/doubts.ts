import type { Event } from '../../../contract/event/event.ts';
import { dayLength, formatTimes } from '../../../contract/event/schedule-dates.ts';
import { type SettingsSection, settingsSections } from '../../../contract/event/settings.ts';
import {
  formatCount,
  formatDate,
  formatDateRange,
  formatDateTime,
  formatTime,
} from '../../../contract/platform/format.ts';
import { formatZonedTime, parseZonedTime } from '../../../contract/platform/zoned-time.ts';
import { countTakenPlaces, countWaitingPeople } from '../../people-data/places.queries.ts';
import type { Db } from '../../platform/db/open.ts';
import { toDocument } from '../event-document.ts';
import { findScheduledDeadline } from './follow-dates.ts';
import { countAnswersTo } from './settings.queries.ts';

const year = 365 * dayLength;
/** The years that an event can be in; 0007 or 20026 is a typing mistake. */
const possible = { first: 2000, last: 2199 };

/** Returns the mistakes of dates that no event can have, by the path of the field. */
export function listImpossibleDates(event: Event): Record<string, string> {
  const { dates, registration, projects } = event;
  const found: [path: string, at: string | undefined][] = [
    ['dates.start', dates.start],
    ['dates.end', dates.end],
    ['registration.closesAt', registration.closesAt],
    ['registration.decisionsBy', registration.decisionsBy],
    ['projects.deadline', projects ? projects.deadline : undefined],
    ['projects.galleryOpensAt', projects ? projects.galleryOpensAt : undefined],
    ...event.schedule.map(({ date }, at): [string, string] => [`schedule.${at}.date`, date]),
  ];
  return Object.fromEntries(
    found.flatMap(([path, at]) => {
      const written = at === undefined ? possible.first : new Date(at).getUTCFullYear();
      return written < possible.first || written > possible.last ? [[path, `is in the year ${written}`]] : [];
    }),
  );
}

const getEnd = ({ dates, timezone }: Event) =>
  parseZonedTime(dates.end, '00:00', timezone).getTime() + dayLength;

const toYear = (moment: number, timezone: string) =>
  formatZonedTime(new Date(moment).toISOString(), timezone).slice(0, 4);

const toHours = (clock: string) => Number(clock.slice(0, 2)) + Number(clock.slice(3)) / 60;

/** In hours. */
const longestItem = 12;

/** Returns how many hours an item of the schedule lasts; one that ends before it starts ends on the next day. */
const countHours = (start: string, end: string) => (toHours(end) - toHours(start) + 24) % 24;

/**
 * Returns implausible values by field path, as sentences that the person saving the event can confirm. It is about the
 * moment `now`.
 */
function listDoubts(event: Event, now: Date): Record<string, string> {
  const { dates, timezone, registration, projects, schedule, locale } = event;
  const start = parseZonedTime(dates.start, '00:00', timezone).getTime();
  const end = getEnd(event);
  const at = now.getTime();
  // With the year where it is not that of the event.
  const show = (moment: number) =>
    [dates.start, dates.end].some((day) => day.slice(0, 4) === toYear(moment, timezone))
      ? formatDateTime(moment, event)
      : `${formatDate(moment, event)}, ${formatTime(moment, event)}`;
  const closes = Date.parse(registration.closesAt);
  const due = projects ? Date.parse(projects.deadline) : undefined;
  const scheduled = findScheduledDeadline(toDocument(event));
  const days = schedule.map(({ date }) => date).sort();
  const doubts: [path: string, isDoubtful: boolean, sentence: string][] = [
    ['dates.start', start > at + 2 * year, `The event begins more than two years from now: ${dates.start}.`],
    [
      'dates.end',
      end - start > 14 * dayLength,
      `The event takes ${Math.round((end - start) / dayLength)} days.`,
    ],
    ['registration.closesAt', closes > end, `Registration closes after the event: ${show(closes)}.`],
    [
      'registration.closesAt',
      closes < start - year,
      `Registration closes more than a year before the event: ${show(closes)}.`,
    ],
    [
      'schedule',
      days.every((day) => day < dates.start || day > dates.end),
      `The event is on ${dates.label}, and the schedule on ${formatDateRange(days[0]!, days.at(-1)!, locale)}.`,
    ],
  ];
  for (const [day, { items }] of schedule.entries())
    for (const [item, { title, start: from, end: to = from }] of items.entries())
      doubts.push([
        `schedule.${day}.items.${item}.end`,
        countHours(from, to) > longestItem,
        `“${title}” lasts ${Math.round(countHours(from, to))} hours: ${formatTimes(from, to, locale)}.`,
      ]);
  if (projects && due !== undefined) {
    doubts.push(
      ['projects.deadline', due < start, `Projects are due before the event begins: ${show(due)}.`],
      [
        'projects.deadline',
        due > end + 30 * dayLength,
        `Projects are due more than a month after the event: ${show(due)}.`,
      ],
      [
        'projects.deadline',
        scheduled !== undefined && scheduled !== due,
        `The schedule says that projects are due ${show(scheduled ?? 0)}, and they can be submitted until ${show(due)}.`,
      ],
      [
        'projects.galleryOpensAt',
        projects.galleryOpensAt !== undefined && Date.parse(projects.galleryOpensAt) <= at,
        'The gallery opens to everybody as soon as this is saved.',
      ],
    );
  }
  return Object.fromEntries(
    doubts.flatMap(([path, isDoubtful, sentence]) => (isDoubtful ? [[path, sentence]] : [])),
  );
}

interface EventChange {
  before: Event;
  next: Event;
  now: Date;
}

/** Returns the deadlines that a save moves though nobody typed them in its section, by field. */
function listMovedDeadlines({ before, next, now }: EventChange, section: SettingsSection) {
  const fields: readonly string[] = settingsSections[section];
  const toDeadlines = ({ registration, projects, timezone }: Event): [string, string, number][] => [
    ['registration.closesAt', 'Applications close', Date.parse(registration.closesAt)],
    [
      'registration.decisionsBy',
      'Decisions are promised by',
      registration.decisionsBy ? parseZonedTime(registration.decisionsBy, '23:59', timezone).getTime() : 0,
    ],
    ['projects.deadline', 'Teams must submit by', projects ? Date.parse(projects.deadline) : 0],
  ];
  const show = (at: number, { timezone }: Event) => {
    const context = { timezone, locale: next.locale };
    return `${formatDate(at, context)}, ${formatTime(at, context)}`;
  };
  const old = toDeadlines(before);
  return toDeadlines(next).flatMap(([path, what, at], index): [string, string][] => {
    const [is, was] = [show(at, next), show(old[index]![2], before)];
    const isPast = at <= now.getTime();
    // Nobody waits for the deadlines of an event that is over.
    const isHeld = old[index]![2] > 0 && (isPast || getEnd(before) > now.getTime());
    if (!at || !isHeld || is === was || fields.includes(path.split('.')[0]!)) return [];
    return [[path, `${what} ${is}${isPast ? ', which is in the past' : ''} (was ${was}).`]];
  });
}

/** Returns the questions and choices that a save removes though people have answered with them, by question. */
async function listRemovedAnswers(db: Db, { before, next }: EventChange): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [at, { id, label, options = [] }] of before.questions.entries()) {
    const kept = next.questions.find((question) => question.id === id);
    const gone = options.filter((option) => !kept?.options?.includes(option));
    if (kept && gone.length === 0) continue;
    const count = await countAnswersTo(db, id, kept ? gone : null);
    const what = kept ? `chose ${gone.map((option) => `“${option}”`).join(' or ')} for` : 'answered';
    if (count > 0)
      found[`questions.${at}`] =
        `${formatCount(count, 'person', 'people')} ${what} “${label}”. Their answers stay as they are.`;
  }
  return found;
}

/**
 * Returns the immediate consequences of a save by field: the event is over, deadlines move, answers have no question or choice
 * any more, or people on the waitlist get a place.
 */
export async function listConsequences(
  db: Db,
  change: EventChange,
  section?: SettingsSection,
): Promise<Record<string, string>> {
  const { before, next, now } = change;
  const { capacity } = next;
  if (getEnd(next) <= now.getTime())
    return getEnd(before) > now.getTime()
      ? { 'dates.start': 'With these dates, the event is over already.' }
      : {};
  // A document that is imported has them all as they were typed.
  const moved = {
    ...Object.fromEntries(section ? listMovedDeadlines(change, section) : []),
    ...(await listRemovedAnswers(db, change)),
  };
  if (before.capacity === undefined || capacity === undefined || capacity <= before.capacity) return moved;
  const free = capacity - (await countTakenPlaces(db, now));
  const offered = Math.min(free, await countWaitingPeople(db, null));
  if (offered <= 0) return moved;
  const people = offered === 1 ? '1 person on the waitlist gets' : `${offered} people on the waitlist get`;
  return { ...moved, capacity: `${people} a place now, and an email.` };
}

/** Returns the doubts of an event that the one before it did not raise. */
export function listNewDoubts({ before, next, now }: EventChange): Record<string, string> {
  const known = Object.values(listDoubts(before, now));
  const added = Object.entries(listDoubts(next, now)).filter(([, sentence]) => !known.includes(sentence));
  return Object.fromEntries(added);
}
