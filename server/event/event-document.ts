import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type Event, type EventDocument, eventSchema, formatBadge } from '../../contract/event/event.ts';
import { formatDateRange } from '../../contract/platform/format.ts';

/** A document has mistakes; the message has one line for each. */
export class EventError extends Error {}

const weekday = (date: unknown) =>
  typeof date === 'string' && !Number.isNaN(Date.parse(date))
    ? new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`))
    : undefined;

const kinds: Record<string, string> = {
  string: 'is not text in quotation marks',
  number: 'is not a number',
  int: 'is not a whole number',
  boolean: 'is neither true nor false',
  array: 'is not a list in [ ]',
  object: 'is not a group of fields in { }',
  record: 'is not a group of fields in { }',
};

/** Says what is wrong where the field has no sentence of its own. */
function describeMistake(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return kinds[issue.expected];
  if (issue.code === 'invalid_value') return `is not one of ${issue.values.join(', ')}`;
  if (issue.code === 'unrecognized_keys') return `has unknown keys: ${issue.keys.join(', ')}`;
  const size = (limit: number | bigint) =>
    issue.origin === 'array' ? `${limit} ${Number(limit) === 1 ? 'entry' : 'entries'}` : String(limit);
  if (issue.code === 'too_small') return `has to be at least ${size(issue.minimum)}`;
  if (issue.code === 'too_big') return `can be ${size(issue.maximum)} at most`;
  return undefined;
}

/** Describes a path in a document: `schedule, Saturday, item 3: time`. */
export function describePath(path: readonly PropertyKey[], raw: unknown): string {
  const words: string[] = [];
  let value: unknown = raw;
  let field = '';
  for (const [depth, key] of path.entries()) {
    const parent = String(path[depth - 1] ?? '');
    value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
    if (/^\d+$/.test(String(key))) {
      const day =
        parent === 'schedule' ? weekday((value as { date?: unknown } | undefined)?.date) : undefined;
      words.push(day ?? `${parent === 'items' ? 'item' : 'entry'} ${Number(key) + 1}`);
    } else if (depth === path.length - 1 && depth > 0) field = String(key);
    else if (String(key) !== 'items') words.push(String(key));
  }
  return `${words.join(', ')}:${field ? ` ${field}` : ''}`;
}

/** Describes a mistake with its path: `schedule, Saturday, item 3: time is missing`. */
function describe(issue: z.core.$ZodIssue, raw: unknown): string {
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    raw,
  );
  const isMissing = value === undefined && /^invalid_(type|value|union)$/.test(issue.code ?? '');
  const what = isMissing ? 'is missing' : issue.message;
  return issue.path.length === 0 ? `The event ${what}` : `${describePath(issue.path, raw)} ${what}`;
}

/** Returns the mistakes of what was meant, where something may also be `false`. */
function unfold(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [meant = []] = issue.errors;
  return meant.flatMap((inner) => unfold({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** A mistake in an event: the path of the field, such as `tracks.0.id`, what is wrong with it, and both as one sentence. */
export interface EventMistake {
  path: string;
  what: string;
  sentence: string;
}

type Fields = Record<string, unknown>;
const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a document with all its rubrics in one place: those of prizes stood apart, in `projects.rubrics`. */
function joinRubrics(raw: unknown): unknown {
  if (!isGroup(raw) || !isGroup(raw.projects) || !isGroup(raw.projects.rubrics)) return raw;
  const { rubrics, ...projects } = raw.projects;
  const own = isGroup(raw.rubric) ? raw.rubric : {};
  const [moved, taken] = [new Map<string, unknown>(), new Map<string, unknown>()];
  for (const [name, rubric] of Object.entries(rubrics as Fields))
    if (!Object.hasOwn(own, name)) moved.set(name, rubric);
    else if (!isDeepStrictEqual(own[name], rubric)) taken.set(name, rubric);
  return {
    ...raw,
    rubric: { ...own, ...Object.fromEntries(moved) },
    // Ambiguous between the two: refused as an unknown field.
    projects: taken.size > 0 ? { ...projects, rubrics: Object.fromEntries(taken) } : projects,
  };
}

/** Returns the event that a document describes, or its mistakes. */
export function parseEvent(document: unknown): { event: Event } | { mistakes: EventMistake[] } {
  const raw = joinRubrics(document);
  const result = eventSchema.safeParse(raw, { error: describeMistake });
  if (result.success) return { event: result.data };
  return {
    mistakes: result.error.issues.flatMap(unfold).map((issue) => ({
      path: issue.path.join('.'),
      what: issue.message,
      sentence: describe(issue, raw),
    })),
  };
}

/** Validates a document. Throws EventError, naming the path of each mistake. */
export function checkEvent(raw: unknown): Event {
  const result = parseEvent(raw);
  if ('event' in result) return result.event;
  throw new EventError(result.mistakes.map(({ sentence }) => sentence).join('\n'));
}

/** Returns the document that `parseEvent` reads as this event, without what follows from other fields. */
export function toDocument(event: Event): EventDocument {
  const { start, end, label } = event.dates;
  const hasLabel = label !== formatDateRange(start, end, event.locale);
  const hasBadge = event.badge !== formatBadge({ label, place: event.place });
  // In the order of the schema, in which documents are written.
  const written = Object.keys(event).flatMap((field) =>
    field === 'badge' && !hasBadge ? [] : [[field, event[field as keyof Event]]],
  );
  return JSON.parse(
    JSON.stringify({ ...Object.fromEntries(written), dates: { start, end, ...(hasLabel && { label }) } }),
  );
}
